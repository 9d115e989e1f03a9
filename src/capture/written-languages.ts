/** M-10, M-11. The language a text is to be written in, and which texts, under one name in ten languages. */

// biome-ignore format: a table reads best in columns
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  English:    'english englisch englische englischen anglais inglés ingles inglese inglês английский английском 英语 英文 英語 영어'.split(' '),
  German:     'german deutsch deutsche deutschen allemand alemán aleman tedesco alemão немецкий немецком 德语 德文 ドイツ語 독일어'.split(' '),
  French:     'french französisch français francés frances francese francês французский французском 法语 法文 フランス語 프랑스어'.split(' '),
  Spanish:    'spanish spanisch espagnol español espanol castellano spagnolo espanhol испанский испанском 西班牙语 スペイン語 스페인어'.split(' '),
  Portuguese: 'portuguese portugiesisch portugais portugués portoghese português португальский португальском 葡萄牙语 ポルトガル語 포르투갈어'.split(' '),
  Italian:    'italian italienisch italien italiano итальянский итальянском 意大利语 イタリア語 이탈리아어'.split(' '),
  Russian:    'russian russisch russe ruso russo русский русском 俄语 俄文 ロシア語 러시아어'.split(' '),
  Chinese:    'chinese chinesisch chinois chino cinese chinês китайский китайском 中文 汉语 中国語 중국어'.split(' '),
  Japanese:   'japanese japanisch japonais japonés giapponese japonês японский японском 日语 日文 日本語 일본어'.split(' '),
  Korean:     'korean koreanisch coréen coreano корейский корейском 韩语 韩文 韓国語 한국어'.split(' '),
}

export const ALL_LANGUAGE_NAMES: readonly string[] = Object.values(LANGUAGES).flat()

// biome-ignore format: a table reads best in columns
const WRITTEN_THINGS: Readonly<Record<string, RegExp>> = {
  'error messages': /\berrors? (?:messages?|texts?)\b|fehler(?:meldung|text)|messages? d['’]erreur|mensajes? de error|mensage(?:m|ns) de erro|messagg(?:io|i) d['’i] ?errore|сообщени\p{L}* об ошибк|错误(?:信息|消息)|エラーメッセージ|(?:오류|에러) 메시지/iu,
  'user texts':     /\b(?:user(?:[- ]facing)?|ui|app|interface) (?:messages?|texts?|strings?|labels?|copy)\b|(?:benutzer|oberflächen)texte|textes? de l['’]interface|textos? de la (?:interfaz|app)|textos? da interface|testi dell['’]interfaccia|界面文字|画面の文言/iu,
  'commit messages': /\bcommits?(?: messages?)?\b|commit-nachricht|коммит|提交信息|コミット|커밋/iu,
  comments:         /\b(?:code )?comments?\b|kommentar|commentaires?|comentarios?|comentários?|commenti|комментари|注释|コメント|주석/iu,
  documentation:    /\b(?:docs|documentation|readme)\b|dokumentation|documentación|documentação|documentazione|документаци|文档|ドキュメント|문서/iu,
  logs:             /\blogs?(?: messages?)?\b|логи|日志|ログ|로그/iu,
}

export function languagesIn(text: string): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu))
  const small = text.toLowerCase()
  const isSaid = (name: string) =>
    /\p{Script=Latin}|\p{Script=Cyrillic}/u.test(name) ? words.has(name) : small.includes(name)
  return Object.entries(LANGUAGES).flatMap(([language, names]) =>
    names.some(isSaid) ? [language] : [],
  )
}

export function writtenThingsIn(text: string): string[] {
  return Object.entries(WRITTEN_THINGS).flatMap(([thing, pattern]) =>
    pattern.test(text) ? [thing] : [],
  )
}
