/**
 * M-03. How people ask, in ten languages, for work on a text that they put beside the request. A line of
 * words of these lists alone ("fass das bitte zusammen", "explain the second one") names nothing of its own
 * to work on, so what it means is the text beside it.
 */

interface RequestWords {
  readonly language: string
  /** False for scripts without spaces, and where endings are joined to the words. */
  readonly spaced: boolean
  /** Only a text can be meant: "translate", "proofread", "what does this mean". */
  readonly works: readonly string[]
  /** Something to look at must be beside it: "why", "estimate", "is this still right". */
  readonly points: readonly string[]
  /** What stands beside those words and names nothing. */
  readonly beside: readonly string[]
  /** Questions begin with these … */
  readonly asks: readonly string[]
  /** … and point with these: "does this apply to us?". */
  readonly pointers: readonly string[]
  /** What texts are called: "meeting notes, list the tasks". */
  readonly texts: readonly string[]
  /** The person speaks of themselves, or to the agent. */
  readonly own: readonly string[]
}

const list = (words: string) => words.trim().split(/\s+/)

// biome-ignore format: a table reads best in columns
const LANGUAGES: readonly RequestWords[] = [
  {
    language: 'en', spaced: true,
    works: list(`translate translation summarize summarise summary sum tldr tl;dr proofread proof-read spellcheck
      paraphrase rephrase reword rewrite shorten simplify explain classify critique reply respond compare quiz sound sounds
      mean means meaning`),
    points: list(`who fix fails failed something anything why estimate check review address handle thoughts opinion opinions ideas take meaning priority
      wrong changed new right true correct valid`),
    beside: list(`please pls plz hey hi ok okay now so and then just can could would will you me us i we this that these
      those it them they he she the a an of say says saying said following below first second third last one ones two three four both
      all what whats what's who which is are was does do did to in into as for with on about up at here english german
      french spanish japanese chinese better friendlier shorter nicer clearer more less polite formal simpler briefly
      quickly thx thanks make turn help need have step job build pipeline test tests section part point number paragraph text texts passage sentence message mail
      email e-mail letter comments comment feedback strings bullets list again`),
    asks: list(`is are does do did was were should must can what whats what's which why how any anything who`),
    pointers: list('this these those they here'),
    texts: list(`message messages mail email e-mail letter thread chat conversation interview transcript comment
      comments feedback ticket story memo minutes notes proposal draft post article answer docs readme excerpt output
      log announcement handbook survey ad advert newsletter changelog prompt faq contract licence license essay exam
      motd advisory lyrics song poem dialogue script scene caption slogan headline tutorial lesson sheet tweet copy recipe subtitles speech tagline bio`),
    own: list('i we our us my please remember also'),
  },
  {
    language: 'de', spaced: true,
    works: list(`zusammen zusammenfassen übersetze übersetz übersetzen korrekturlesen korrektur korrigiere korrigieren
      erklär erkläre erklären erläutere umformulieren formuliere formulier kürze kürzen vereinfache vereinfachen lies
      antworte beantworte heißt bedeutet meint worum`),
    points: list(`warum wieso stimmt gilt davon dazu prüf prüfe schau drüber nimm bearbeite übernimm schätz schätze
      meinung`),
    beside: list(`bitte mal kurz kannst könntest du hilf mir uns ok und so das dies diese diesen dieses es er sie den die
      der dem ihm ihr text mail nachricht ticket absatz satz darauf hierauf was wie will steht da hier drin geht fass
      fasse auf ins in für zu englisch deutsch deutsche höflicher kürzer freundlicher um hältst denkst sagst sag ob auch an
      jetzt nun noch immer`),
    asks: list('was warum wieso wie gilt stimmt ist passt betrifft brauchen'),
    pointers: list('das dies diese hier davon dazu'),
    texts: list(`protokoll nachricht e-mail mail brief ticket kommentar kommentare rückmeldung stellenanzeige artikel
      beitrag entwurf auszug mitschrift transkript umfrage antwort vertrag aushang rundmail fehlermeldung ausgabe log`),
    own: list('ich wir unser unsere uns bitte außerdem auch merk'),
  },
  {
    language: 'fr', spaced: true,
    works: list(`traduis traduire traduisez résume résumer résumez corrige corriger corrigez reformule reformuler explique
      expliquer raccourcis simplifie relis relire réponds répondre dire signifie parle`),
    points: list('pourquoi regarde vérifie traite estime penses vrai juste correct'),
    beside: list(`peux tu pourrais merci de stp svp ok et me moi m le la les lui y ça ceci cela ce cet cette ces en à au
      un une l mail message texte fautes orthographe passage ticket anglais français liste que quoi veut quoi qu
      est-ce est il s c d pour dans plus poli`),
    asks: list("est-ce que qu'est-ce qu c'est pourquoi comment ça"),
    pointers: list("ça ceci cela c'est"),
    texts: list(`compte-rendu rendu procès-verbal courriel e-mail mail message lettre ticket commentaire commentaires
      annonce article brouillon extrait transcription enquête réponse contrat communiqué avis`),
    own: list('je nous notre nos aussi souviens'),
  },
  {
    language: 'es', spaced: true,
    works: list(`traduce traducir tradúcelo resume resumir resúmeme resúmelo corrige corregir reformula explica explícame
      acorta simplifica responde responder contesta ortografía redacción significa decir trata`),
    points: list('por revisa revisar mira toma estima resuelve arregla opinas parece piensas cierto correcto vigente'),
    beside: list(`favor porfa puedes podrías ayúdame ok y me a al lo la el las los esto este esta eso en de un una mensaje
      correo texto faltas ticket inglés español qué que quiere te sigue es está siendo`),
    asks: list('qué es está sirve aplica vale cómo'),
    pointers: list('esto eso este'),
    texts: list(`acta correo e-mail mensaje carta ticket comentario comentarios anuncio artículo borrador extracto
      transcripción encuesta respuesta contrato comunicado aviso`),
    own: list('yo nosotros nuestro nuestra además también recuerda usamos'),
  },
  {
    language: 'pt', spaced: true,
    works: list(`traduz traduza traduzir resume resuma resumir corrige corrija corrigir revisa revise reformule explica
      explique simplifica responde responda responder significa dizer trata ortografia`),
    points: list('porque porquê veja olha pega estima resolva acha achas pensa certo correto válido'),
    beside: list(`por favor pode podes poderia me ajuda ajude a ok e o os as ao à isso isto este esta esse em para de um uma
      texto mensagem e-mail email ticket inglês português que quer você disso ainda é está`),
    asks: list('o que é está vale como'),
    pointers: list('isso isto disso'),
    texts: list(`ata e-mail mensagem carta ticket comentário comentários anúncio artigo rascunho trecho transcrição pesquisa
      resposta contrato comunicado aviso`),
    own: list('eu nós nosso nossa também lembra usamos'),
  },
  {
    language: 'it', spaced: true,
    works: list(`traduci tradurre riassumi riassumere riassumimi correggi correggere rivedi riformula spiega spiegami
      accorcia semplifica rispondi rispondere significa dire parla tratta`),
    points: list('perché guarda controlla prendi stima risolvi sistema pensi giusto corretto valido vero'),
    beside: list(`per favore puoi potresti mi aiuti ok e questo questa quello il la lo i gli le a al alla di in un una testo
      mail e-mail messaggio errori ortografia inglese italiano cosa che vuol si è ne ancora`),
    asks: list('cosa che è vale come'),
    pointers: list('questo questa ne'),
    texts: list(`verbale e-mail mail messaggio lettera ticket commento commenti annuncio articolo bozza estratto
      trascrizione sondaggio risposta contratto comunicato avviso`),
    own: list('io noi nostro nostra anche ricorda usiamo'),
  },
  {
    language: 'ru', spaced: true,
    works: list(`переведи переведите перевести перескажи кратко суммируй отредактируй перефразируй объясни объясните поясни
      сократи упрости ответь ответьте вычитай орфографию значит означает`),
    points: list('почему посмотри глянь проверь возьми оцени думаешь скажешь верно правда правильно актуально'),
    beside: list(`пожалуйста плиз можешь можете ну так а и это этот эту мне нам текст письмо сообщение тикет на им ему ей
      английский русский что исправь ошибки об этом`),
    asks: list('что это как почему'),
    pointers: list('это этот этом тут'),
    texts: list(`протокол письмо сообщение тикет комментарий комментарии объявление вакансия статья черновик отрывок
      расшифровка опрос ответ договор уведомление`),
    own: list('я мы наш нам у также ещё запомни'),
  },
  {
    language: 'zh', spaced: false,
    works: list('翻译 总结 概括 润色 改写 校对 解释 精简 缩短 回复 摘要 什么意思'),
    points: list('为什么 怎么看 看一下 看看 处理 检查 评估 对吗 还有效吗 适用吗'),
    beside: list('请 麻烦 帮我 帮忙 能不能 可以 你 把 这个 这段 这封 下面 以下 一下 成 英文 中文 邮件 话 内容 的 吧 吗 这 是 我们 对'),
    asks: list('这 那'),
    pointers: list('这'),
    texts: list('会议纪要 会议记录 邮件 消息 工单 评论 公告 通知 文章 草稿 摘录 访谈记录 问卷 合同 招聘启事 报错 日志'),
    own: list('我 我们 咱们 另外 还有 记住'),
  },
  {
    language: 'ja', spaced: false,
    works: list('翻訳 要約 校正 添削 言い換え 書き直 説明 まとめ 訳 返信 推敲 どういう意味'),
    points: list('なぜ なんで どう思う 見て 確認 チェック 対応 合って 正しい'),
    beside: list(`これ この 以下 次 下記 文章 文 メール を に の は が って 日本語 英語 簡単 短く して し て 下さい ください お願い
      します くれる くれない もらえる ほしい か です ます いる る い ますか 思いますか`),
    asks: list('これ'),
    pointers: list('これ'),
    texts: list('議事録 メール メッセージ チケット コメント お知らせ 通知 記事 下書き 抜粋 書き起こし アンケート 契約書 求人票 エラー ログ'),
    own: list('私 うち 我々 また あと 覚えて'),
  },
  {
    language: 'ko', spaced: false,
    works: list('번역 요약 교정 첨삭 설명 정리 답장 뜻 의미'),
    points: list('왜 봐줘 확인 처리 맞아 맞나요 어때 어떻게생각해'),
    beside: list(`이거 이것 이걸 이게 아래 다음 이 글 메일 내용 을 를 에 대해 영어로 한국어로 짧게 간단히 좀 해줘 해주세요 해줄래
      해 부탁해 부탁해요 써줘 무슨 이야 이에요 인가요 요`),
    asks: list('이거 이게'),
    pointers: list('이거 이게'),
    texts: list('회의록 메일 이메일 메시지 티켓 댓글 공지 기사 초안 발췌 녹취록 설문 답변 계약서 오류 로그'),
    own: list('나는 우리 저희 그리고 또 기억'),
  },
]

const VOCABULARIES = LANGUAGES.map((row) => {
  const all = [...row.works, ...row.points, ...row.beside, ...row.asks, ...row.pointers]
  return {
    ...row,
    known: new Set(all),
    longestFirst: all.sort((a, b) => b.length - a.length),
  }
})
type Vocabulary = (typeof VOCABULARIES)[number]

/** "In commit messages, …", "für die Doku, …": a topic of the person's, and no name of a text. */
const TOPIC =
  /^(?:in|for|on|with|to|at|when|about|from|by|für|bei|mit|von|zu|auf|an|pour|dans|avec|sur|en|à|para|con|sobre|em|com|per|su|nel|nei|nella|для|в|на|при|с)$/

const NUMBER = /^\d{1,3}$/
const MAX_REQUEST_WORDS = 9
/** "Commit message ok?" */
const FINE = /^(?:ok|okay|fine|good|gut|bien|bene)$/
const MAX_NAME_WORDS = 4

/** "Sum it up", "was heißt das?": without a text beside it, the line asks for nothing. */
export function worksOnText(line: string): boolean {
  return saysOnlyKnown(line, ({ works }) => works)
}

/** "Why?", "stimmt das?": it asks about something beside it, or said before. */
export function pointsAtText(line: string): boolean {
  return saysOnlyKnown(line, ({ points }) => points)
}

function saysOnlyKnown(line: string, telling: (row: Vocabulary) => readonly string[]): boolean {
  const words = wordsOf(line)
  return VOCABULARIES.some((row) => {
    const found = onlyKnown(line, words, row)
    return found?.some((word) => telling(row).includes(word)) ?? false
  })
}

/** "Does the new limit apply here?": a short question that points, whatever else it names. */
export function asksWhatIsThere(line: string): boolean {
  const words = wordsOf(line)
  return (
    words.length <= MAX_REQUEST_WORDS &&
    VOCABULARIES.some(
      ({ spaced, asks, pointers }) =>
        spaced &&
        asks.includes(words[0] ?? '') &&
        words.slice(1).some((word) => pointers.includes(word)),
    )
  )
}

/** The text's name at the beginning, with what to do with it: "Protokoll, bitte Aufgaben suchen". */
export function namesText(line: string): boolean {
  const end = line.search(/[,?，、？]/)
  if (end === -1) return false
  const head = line.slice(0, end)
  const words = wordsOf(head)
  const topic = words.findIndex((word) => TOPIC.test(word) || word === 'of')
  const name = (topic === -1 ? words : words.slice(0, topic)).filter((word) => !FINE.test(word))
  return VOCABULARIES.some(({ spaced, texts }) =>
    spaced
      ? name.length <= MAX_NAME_WORDS && texts.includes(name.at(-1) ?? '')
      : texts.some((text) => head.endsWith(text)),
  )
}

/** Whose voice a line is in shows at its beginning. */
export const MAX_VOICE_CHARACTERS = 400

/** Whether the line is in the person's own voice, in any of the languages. */
export function speaksForSelf(line: string): boolean {
  const words = wordsOf(line)
  return VOCABULARIES.some(({ spaced, own }) =>
    spaced ? words.some((word) => own.includes(word)) : own.some((word) => line.includes(word)),
  )
}

/** Its words where each is one of the list, in scripts without spaces cut by the longest; else null. */
function onlyKnown(
  line: string,
  words: string[],
  { spaced, known, longestFirst }: Vocabulary,
): string[] | null {
  if (spaced) {
    if (words.length > MAX_REQUEST_WORDS) return null
    return words.every((word) => known.has(word) || NUMBER.test(word)) ? words : null
  }
  if (!UNSPACED.test(line)) return null
  const found: string[] = []
  let rest = line.replace(/[\s\p{P}]/gu, '')
  while (rest !== '') {
    const next = longestFirst.find((word) => rest.startsWith(word))
    if (next === undefined) return null
    found.push(next)
    rest = rest.slice(next.length)
  }
  return found
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function wordsOf(line: string): string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}]+(?:[;'’-][\p{L}\p{N}]+)*/gu) ?? []
}
