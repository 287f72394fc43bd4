package utils // want "utils is not in the table"
