package playername

import "strings"

// lookalikes maps a letter without its accents to the letters that it looks like. Each class has one representative: the small
// Latin letter where there is one. Written from the shapes of the letters; TestLettersThatLookAlike compares them with the
// font of the game.
var lookalikes = parseLookalikes(
	// Latin and digits.
	"l: I 1 l", "o: 0 O o", "i: ı", "d: Đ đ Ð ð Ɖ ɖ Ɗ ɗ", "h: Ħ ħ", "t: Ŧ ŧ", "p: Þ þ", "n: Ŋ ŋ Ɲ ɲ", "b: ß ẞ Ɓ ɓ", "k: Ƙ ƙ", "y: Ƴ ƴ Ɣ ɣ", "ə: Ə Ǝ ǝ",
	"ɛ: Ɛ", "ɔ: Ɔ", "ae: Æ æ Ӕ ӕ", "oe: Œ œ", "l: Ł ł", "o: Ø ø",
	// Greek. Capital and small look like different letters.
	"a: Α α", "b: Β β", "e: Ε", "ɛ: ε", "z: Ζ", "h: Η", "n: η", "l: Ι", "i: ι", "k: Κ κ", "m: Μ", "n: Ν", "v: ν", "o: Ο ο σ", "p: Ρ ρ", "c: ς", "t: Τ τ",
	"y: Υ γ", "u: υ μ", "x: Χ χ", "w: ω", "Γ: Γ", "Π: Π π П Ԥ Ҧ", "Φ: Φ φ", "θ: Θ θ",
	// Cyrillic.
	"a: А а", "b: В в Ь ь Ъ ъ Ҍ ҍ Ы ы Ѣ ѣ", "c: С с Ҫ ҫ", "d: Ԁ ԁ", "e: Е е Ҽ ҽ Ҿ ҿ", "h: Н н Һ һ Ң ң Ӊ ӊ Ӈ ӈ Ҥ ҥ Ԋ ԋ Ћ ћ Ђ ђ", "i: і", "l: І Ӏ ӏ", "j: Ј ј", "k: К к Қ қ Ҝ ҝ Ҟ ҟ Ҡ ҡ Ӄ ӄ Ԟ ԟ",
	"m: М м Ӎ ӎ", "n: п ԥ ҧ", "o: О о", "p: Р р Ҏ ҏ", "q: Ԛ ԛ", "s: Ѕ ѕ", "t: Т т Ҭ ҭ Ꚍ", "v: Ѵ ѵ", "w: Ԝ ԝ Ѡ ѡ Ѿ ѿ Ѽ ѽ", "x: Х х Ҳ ҳ Ӽ ӽ Ӿ ӿ", "y: У у Ү ү Ұ ұ",
	"ə: Ә ә", "ɛ: Є є Ԑ ԑ", "θ: Ө ө Ѳ ѳ", "Γ: Г г Ґ ґ Ғ ғ Ҕ ҕ Ӷ ӷ Ӻ ӻ", "Φ: Ф ф", "3: З з Ҙ ҙ Ӡ ӡ Ԅ ԅ", "4: Ч ч Ҷ ҷ Ҹ ҹ Ӌ ӌ", "6: б", "g: Ԍ ԍ", "э: Э э", "и: И и Ҋ ҋ",
	"л: Л л Ӆ ӆ Ԓ ԓ Ԡ ԡ Љ љ", "ш: Ш ш Щ щ", "ц: Ц ц Џ џ", "ж: Ж ж Җ җ", "я: Я я", "д: Д д",
	// Armenian, Hebrew, Arabic and others beside Latin.
	"o: Օ օ ס ە ہ ه ഠ ଠ ဝ ዐ", "n: ո", "u: Ս ս ሀ", "h: հ", "g: ց", "q: զ", "s: Տ", "l: Լ ո ا ו ן", "j: յ", "p: ք", "ي: ى ی ي", "ك: ک ك",
	// Japanese and Chinese.
	"力: カ", "二: ニ", "口: ロ", "工: エ", "卜: ト", "夕: タ", "八: ハ", "一: ー", "ヘ: へ", "リ: り", "丿: ノ", "三: ミ", "千: チ", "乂: メ", "己: 已 巳", "土: 士", "末: 未", "日: 曰", "青: 靑", "戸: 戶 户",
	"内: 內", "呂: 吕", "産: 產", "あ: ぁ", "い: ぃ", "う: ぅ", "え: ぇ", "お: ぉ", "つ: っ", "や: ゃ", "ゆ: ゅ", "よ: ょ", "わ: ゎ", "か: ゕ", "け: ゖ", "ア: ァ", "イ: ィ", "ウ: ゥ", "工: ェ", "オ: ォ", "ツ: ッ",
	"ヤ: ャ", "ユ: ュ", "ヨ: ョ", "ワ: ヮ", "力: ヵ", "ケ: ヶ",
)

// parseLookalikes reads classes: the representative, and its letters.
func parseLookalikes(classes ...string) map[rune]string {
	out := map[rune]string{}
	for _, c := range classes {
		to, letters, _ := strings.Cut(c, ": ")
		for _, l := range strings.Fields(letters) {
			for _, r := range l {
				out[r] = to
			}
		}
	}
	return out
}
