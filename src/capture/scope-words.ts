/**
 * M-11. Where a statement holds, by its own words: everywhere when it says so or speaks of the person and
 * the way of answering, for the session when it says so, else in the project. Null leaves it to the door.
 */
import type { CueTable } from './cues/table.ts'
import { MAX_SENTENCE_CHARACTERS } from './prose.ts'

export type SaidScope = 'global' | 'project' | 'session'

/** The project that is spoken in, in so many words. */
const THIS_PROJECT = [
  String.raw`(?<![\p{L}])(?:this|the|our) (?:project|repo|repository|codebase|code base|app|service|product|package|module|folder|team|company|monorepo|library)(?![\p{L}])`,
  String.raw`(?<![\p{L}])(?:dies(?:em|es|er|e)|unser\p{L}{0,2}) (?:projekt|repo|repository|code|codebase|app|dienst|service|team|firma|produkt)(?![\p{L}])`,
  String.raw`(?<![\p{L}])(?:ce|cette|notre) (?:projet|dépôt|repo|application|appli|code|service|équipe)(?![\p{L}])`,
  String.raw`(?<![\p{L}])(?:est[ea]|nuestr[oa]) (?:proyecto|repo|repositorio|aplicación|app|código|servicio|equipo)(?![\p{L}])`,
  String.raw`(?<![\p{L}])(?:n?est[ea]|n?oss[oa]) (?:projeto|repo|repositório|aplicação|app|código|serviço|time|equipe)(?![\p{L}])`,
  String.raw`(?<![\p{L}])(?:quest[oa]|nostr[oa]) (?:progetto|repo|repository|applicazione|app|codice|servizio|team)(?![\p{L}])`,
  String.raw`(?<![\p{L}])(?:эт\p{L}{1,3}|наш\p{L}{0,3}) (?:проект|репо|код|сервис|команд|приложени)\p{L}*`,
  '(?:本|这个|该)(?:项目|仓库|代码库|服务|应用|团队)|(?:この|うちの|当)(?:プロジェクト|リポジトリ|レポジトリ|アプリ|サービス|コードベース|チーム)|(?:이|우리)\\s?(?:프로젝트|저장소|레포|앱|서비스|코드베이스|팀)',
]
const US = [
  String.raw`(?<![\p{L}])(?:we|our|us|wir|unser\p{L}{0,2}|nous|notre|nosotros|nuestr[oa]s?|usamos|noi|nostr[oa]|мы|наш\p{L}{0,3})(?![\p{L}])`,
  '我们|私たち|弊社|우리',
]
const HERE = [
  String.raw`(?<![\p{L}])(?:here|hier|ici|aquí|aqui|здесь)(?![\p{L}])`,
  '这里|此处|ここ|여기',
]

/** The work and its people: "we", "our", "this repo" outweigh a mention of the person. */
const OF_THE_WORK = new RegExp([...THIS_PROJECT, ...US].join('|'), 'iu')
const ONLY_HERE = new RegExp([...THIS_PROJECT, ...HERE].join('|'), 'iu')

/** M-11. A rule that limits itself to where it was said; that others say the same makes it no rule for all. */
export function saysOnlyHere(statement: string): boolean {
  return ONLY_HERE.test(statement.slice(0, MAX_SENTENCE_CHARACTERS))
}

/** The language of commits and comments is the project's; that of answers is the person's. */
const OF_WHAT_IS_WRITTEN =
  /(?<![\p{L}])(?:commits?|code|kommentar\p{L}*|commentaires?|comentarios?|comentários?|commenti|комментари\p{L}*|коммит\p{L}*|tests?|tickets?|readme|branch\p{L}*|docstrings?|logs?|fehlermeldung\p{L}*|messages? d['’]erreur|mensajes? de error|mensage(?:m|ns) de erro|messaggi(?:o)? di errore|сообщени\p{L}* об ошибк\p{L}*|лог(?:и|ах)|variablennamen|prs?|pull requests?|merge requests?|tabell\p{L}*|tabl(?:e|a|as|es))(?![\p{L}])|提交信息|注释|代码|错误信息|日志|变量名|テスト名|コミット|コメント|コード|エラーメッセージ|ログ|変数名|커밋|주석|코드|테스트 이름|오류 메시지|에러 메시지|로그|변수명/iu

/** What the product says to its users and how its data changes belongs to the project, even where it is told as a wish. */
const OF_THE_PRODUCT =
  /\b(?:error|user|log|ui|app|validation|status)(?:[- ]facing)? (?:messages?|texts?|strings?|labels?|copy)\b|\b(?:app|product|ui|site)['’]s (?:texts?|strings?|labels?|copy|messages?)\b|\b(?:database |db |schema )?migrations?\b/i

export function scopeOf(table: CueTable, whole: string, type: string): SaidScope {
  const sentence = lastingPart(table, whole)
  if (table.session.test(sentence)) return 'session'
  if (table.everywhere.test(sentence)) return 'global'
  if (type === 'decision' || OF_THE_WORK.test(sentence)) return 'project'
  if (table.language === 'en' && OF_THE_PRODUCT.test(sentence)) return 'project'
  if (
    table.language !== 'en' &&
    OF_WHAT_IS_WRITTEN.test(sentence) &&
    !table.preference.test(sentence)
  )
    return 'project'
  // A taste is the person's wherever they work.
  return type === 'preference' || table.person.test(sentence) ? 'global' : 'project'
}

const MIN_PART_CHARS = 20

/** In a long breath the part from "from now on" counts: what was told before it is about other things. */
export function lastingPart({ standing, language }: CueTable, whole: string): string {
  const found = language === 'en' && whole.length > MAX_WHOLE_CHARS ? standing.exec(whole) : null
  const part = found === null ? whole : whole.slice(found.index)
  return found !== null && part.length - found[0].length >= MIN_PART_CHARS ? part : whole
}

const MAX_WHOLE_CHARS = 160
