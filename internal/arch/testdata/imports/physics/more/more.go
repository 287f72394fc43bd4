package more // want "physics/more is not in the table"
