/**
 * M-20. An order that is to hold always, in its plainest form: "Never deploy on a Friday", "when you add an
 * endpoint always update the docs", "Verwende immer englische Namen", "必ずテストを書いて". It is the order's
 * verb that tells it from "siempre se rompe el login", so each language brings its verbs or its endings.
 */
import { DIRECTIVES } from './rule-words.ts'

const list = (words: string) => words.trim().split(/\s+/).join('|')

const GERMAN =
  list(`benutz verwend nutz nimm schreib nenn benenn mach leg setz füg ändere lösch committe commit push merge teste prüf
  formatier antworte erklär frag zeig gib halt lass fang führ start starte bau trenn verpack logg speicher lies bau update aktualisier
  dokumentier kommentier sortier importier exportier rühr fass entfern vermeid arbeite denk acht achte sag stell pack hol zieh lauf
  rebase squash deploy deploye versuch kürz beantworte`)
const SPANISH =
  list(`usa use utiliza escribe escribí pon ponga haz haga nombra llama añade agrega crea corre ejecuta lanza prueba revisa
  comprueba formatea responde contesta explica pregunta muestra muéstrame dime dame deja cambia borra elimina toques modifiques hagas
  uses pongas borres cambies edites subas mezcles guarda devuelve documenta comenta valida sube evita mantén sigue actualiza genera
  envuelve captura pide lee empieza termina incluye importa exporta consulta pregúntame`)
const FRENCH =
  list(`utilise utilisez écris écrivez mets mettez fais faites nomme ajoute crée lance exécute teste vérifie relis formate
  réponds explique demande montre donne laisse change supprime touche modifie commite pousse fusionne garde renvoie documente commente
  valide évite suis génère importe exporte commence termine inclus préfère passe prends range`)
const PORTUGUESE =
  list(`usa use utilize utiliza escreva escreve põe coloque coloca faça faz nomeie chame adicione adiciona crie cria rode roda
  execute teste revise verifique formate responda responde explique pergunte pergunta mostre mostra me deixe deixa mude altere apague
  remova toque mexa modifique guarde devolva documente comente valide suba evite mantenha siga atualize gere importe inclua comece`)
const ITALIAN =
  list(`usa usate utilizza scrivi scrivete metti fai nomina chiama aggiungi crea esegui lancia prova testa controlla verifica
  rivedi formatta rispondi spiega chiedi mostra mostrami dammi dimmi lascia cambia cambiare cancellare toccare modificare usare fare
  scrivere mettere committare pushare salva restituisci documenta commenta valida evita mantieni segui aggiorna genera importa includi`)
const RUSSIAN =
  list(`используй используйте пиши пишите делай делайте называй называйте добавляй добавляйте создавай запускай запускайте
  проверяй проверяйте тестируй форматируй отвечай отвечайте объясняй спрашивай спрашивайте показывай оставляй меняй меняйте удаляй
  удаляйте трогай трогайте коммить пушь мержи храни возвращай документируй комментируй обновляй ставь ставьте бери клади логируй
  начинай избегай следуй указывай оборачивай`)
const CHINESE = list(
  `用 使用 写 加(?!载) 先 改 动 删 删除 修改 提交 推送 合并 运行 跑 检查 测试 问 回答 解释 命名 放 保留 返回 更新 添加 直接 把`,
)

/** By the language of the sentence. */
const ORDERS: Readonly<Record<string, RegExp>> = {
  en: new RegExp(
    `^(?:(?:please|and|also|so|ok|okay|then),? ){0,3}(?:(?:always|never)\\b|(?:we|you) must (?:always|never)\\b|(?:when(?:ever)?|before|after|if|once|every time|each time|for (?:every|each|all|any))\\b[^.;:]{2,80}?,?\\s(?<!\\b(?:it|they|he|she|i|who|that|which) )(?:please )?(?:always|never) (?:${DIRECTIVES})\\b|(?!(?:the|this|that|these|those|its?|his|her|their)\\b)(?:[\\w-]{2,20} ){0,2}[\\w-]{2,20}s (?:should|must) (?:always|never) (?:${DIRECTIVES})\\b)`,
    'i',
  ),
  de: new RegExp(
    `^(?:bitte |und |also |dann ){0,2}(?:(?:${GERMAN})(?:e|en|et|t)?(?: mir| mich| dich| dir)?(?: bitte)?(?: [^\\s,.]{1,30}){0,3}? (?:immer|nie|niemals|stets|nie wieder)|(?:immer|nie|niemals|stets) (?:[^\\s,.]{1,30} ){0,5}[\\p{L}]{3,20}en)(?![\\p{L}])`,
    'iu',
  ),
  es: new RegExp(
    `^(?:por favor,? |y |pues )?(?:(?:siempre|nunca|jamás) (?:me |lo |los |las )?(?:${SPANISH})|(?:no )?(?:${SPANISH}) (?:[^\\s,.]{1,30} )?(?:siempre|nunca|jamás))(?![\\p{L}])`,
    'iu',
  ),
  fr: new RegExp(
    `^(?:s['’]il te plaît,? |stp |et )?(?:ne )?(?:${FRENCH})(?:-moi)? (?:[^\\s,.]{1,30} )?(?:toujours|jamais|systématiquement)(?![\\p{L}])`,
    'iu',
  ),
  pt: new RegExp(
    `^(?:por favor,? |e )?(?:(?:sempre|nunca|jamais) (?:me |o |os |as )?(?:${PORTUGUESE})|(?:não )?(?:${PORTUGUESE}) (?:[^\\s,.]{1,30} )?(?:sempre|nunca))(?![\\p{L}])`,
    'iu',
  ),
  it: new RegExp(
    `^(?:per favore,? |e )?(?:non )?(?:${ITALIAN}) (?:[^\\s,.]{1,30} )?(?:sempre|mai)(?![\\p{L}])`,
    'iu',
  ),
  ru: new RegExp(
    `^(?:пожалуйста,? |и |а ){0,2}(?:(?:всегда|никогда|больше никогда) (?:не )?(?:[^\\s,.]{1,30} ){0,2}?(?:${RUSSIAN})|(?:не )?(?:${RUSSIAN}) (?:[^\\s,.]{1,30} )?(?:всегда|никогда))(?![\\p{L}])`,
    'iu',
  ),
  zh: new RegExp(
    `^(?:请|麻烦|你)?(?:总是|永远|始终|务必|一定|必须|都)(?:要|得)?(?:(?:不要|别|不准|不能|先|都)(?:再|去)?|${CHINESE})`,
    'u',
  ),
  ja: /(?:必ず|常に|いつも|絶対に|決して|毎回)[^。]{1,120}(?:て|で|ください|下さい|こと|ように|ないで)[。!！]?\s*$/u,
  ko: /(?:항상|반드시|절대로?|꼭|언제나)[^.]{1,120}(?:줘|주세요|하세요|마세요|말아|마|할 것|말 것)(?:요)?[.!]?\s*$/u,
}

export function isLastingOrder(language: string, masked: string): boolean {
  return ORDERS[language]?.test(masked.trim()) ?? false
}
