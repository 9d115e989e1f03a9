/**
 * M-03. Words before a colon that say who speaks behind it: "Kommentar von Uwe:", "mi jefe por correo:",
 * "Тимлид в чате:", "my manager on zoom:". A text by another person, or that person's post and its place. A name
 * alone beside a place ("Bob on the call:") may be a topic as well, so what stands behind it is doubtful.
 */

/** One of each, by one person: "messages from bots" is a topic. */
const TEXTS =
  'nachricht|e-?mail|mail|(?:[\\p{L}]{2,12}-?)?kommentar|hinweis|rückmeldung|anmerkung|antwort|brief|notiz|vorgabe|ansage|anweisung|mensaje|correo|comentario|nota|respuesta|carta|petición|message|courriel|commentaire|note|réponse|lettre|remarque|retour|consigne|mensagem|comentário|resposta|recado|messaggio|commento|risposta|lettera|письмо|сообщение|комментарий|коммент|заметка|ответ|замечание|просьба|отзыв|rückfrage|nachfrage|vorschlag|beschwerde|worte|aussage|pregunta|propuesta|sugerencia|queja|proposition|suggestion|plainte|domanda|proposta|reclamo|pergunta|sugestão|reclamação|вопрос|предложение|жалоба|wunsch|anfrage|rundschreiben|palabras|frase|aviso|comunicado|circular|solicitud|paroles|annonce|communiqué|exigences|palavras|comunicado|pedido|parole|avviso|circolare|richiesta|слова|фраза|объявление|уведомление|пожелани[ея]|требовани[ея]'
const FROM = 'von|vom|des|der|de la|del|de|du|do|da|della|dello|dalla|dal|di|от|из'
const POSTS =
  'boss|manager|(?:team|tech|qa )?lead|director|supervisor|customer|client|vendor|tester|reviewer|pm|po|qa|cto|ceo|vp|designer|architect|consultant|contractor|auditor|intern|maintainer|colleague|co-?worker|teammate|stakeholder|chefin|chef|vorgesetzte[rn]?|teamleiter(?:in)?|kunde[n]?|kundin|kolleg(?:e|en|in)|prüfer(?:in)?|berater(?:in)?|jef[ea]|cliente|compañer[oa]|revisora?|líder|gerente|cheffe|collègue|patron|relecteur|responsable|chefe|colega|capo|collega|revisore|responsabile|начальник[а]?|шеф[а]?|босс[а]?|тимлид[а]?|заказчик[а]?|клиент[а]?|коллег[аи]|ревьюер[а]?|менеджер[а]?|тестировщик[а]?'
/** A piece of a document: "Anforderung aus dem Lastenheft". */
const PIECES =
  'text|wortlaut|texto|texte|testo|текст|anforderung|vorgabe|regel|auszug|zitat|passage|abschnitt|absatz|satz|stelle|punkt|requisito|requerimiento|regla|fragmento|extracto|cita|punto|párrafo|exigence|règle|extrait|citation|regra|trecho|citação|ponto|requisiti|regola|estratto|требование|правило|отрывок|цитата|пункт|выдержка|абзац'
const DOCUMENTS =
  'satzung|verordnung|gesetz(?:es)?|reglamento|normativa|ley|règlement|loi|regulamento|lei|regolamento|legge|закона|правил|lastenheft|pflichtenheft|spezifikation|spec|doku|dokumentation|handbuch|vertrag|richtlinie|leitfaden|ticket|wiki|readme|protokoll|norm|documento|especificación|guía|manual|contrato|pliego|norma|cahier|contrat|guide|norme|documentation|documentação|especificação|guia|documento|specifica|contratto|guida|тз|документа|документации|договора|инструкции|регламента|вики|стандарта|спецификации'
const AT =
  'on|in|by|via|over|during|at|per|im|am|beim|auf|por|en|par|sur|au|dans|à|em|no|na|pelo|pela|su|nel|nella|в|во|на|по|из'
const PLACES =
  'slack|teams|zoom|discord|whatsapp|telegram|chat|call|phone|e-?mail|mail|jira|github|gitlab|ticket|issue|pr|mr|thread|stand-?up|daily|meeting|retro|dm|telefon|besprechung|correo|llamada|reunión|courriel|appel|réunion|reunião|ligação|riunione|chiamata|чат[еа]?|почт[еу]|письме|слаке?|телеграме?|телеге|созвоне|встрече|митинге|ревью|тикете|задаче'
const WHOSE =
  "(?:the|our|my|an?|mein|meine|unser|unsere|der|die|mi|nuestr[oa]|el|la|mon|ma|notre|le|l['’]|meu|minha|nosso|nossa|o|mio|mia|nostro|nostra|il|мой|моя|наш|наша)\\s"

const TEXT_BY = new RegExp(
  `^(?:${WHOSE})?(?:${TEXTS})\\s(?:[^\\s:]{1,20}\\s){0,4}?(?:(?:${FROM})\\s|d['’])`,
  'iu',
)
const POST = new RegExp(`^(?:${WHOSE})?(?:[\\p{L}-]{2,20}\\s)?(?:${POSTS})(?![\\p{L}])`, 'iu')
const A_NAME = /^\p{Lu}\p{Ll}{1,20}(?![\p{L}])/u
/** In Russian a name follows without a word between: "Комментарий Димы". */
const TEXT_OF = new RegExp(`^(?:${TEXTS})\\s(?=\\p{Script=Cyrillic})`, 'iu')
const AT_A_PLACE = new RegExp(
  `^\\s(?:[^\\s:]{1,20}\\s)?(?:${AT})\\s(?:[^\\s:]{1,20}\\s){0,2}(?:${PLACES})(?:\\s[^\\s:]{1,20}){0,2}$`,
  'iu',
)
const PIECE_OF_DOCUMENT = new RegExp(
  `^(?:${WHOSE})?(?:${PIECES})\\s(?:aus|von|vom|${FROM})\\s(?:[^\\s:]{1,20}\\s){0,2}?(?:${DOCUMENTS})(?![\\p{L}])`,
  'iu',
)
/** "产品经理在飞书上发". */
const AT_A_PLACE_UNSPACED =
  /^(?!我|咱)[^：:\s]{1,10}在[^：:\s]{1,8}(?:上|里|中)(?:发|发了|说|写|写了|留言|提|提到|通知)$/u
/** "El usuario reporta", "Der Kunde meldet". */
const REPORTS_ABROAD =
  /(?<![\p{L}])(?:usuari[oa]|cliente|compañer[oa]|jef[ea]|nutzer(?:in)?|anwender(?:in)?|kund(?:e|in)|kolleg(?:e|in)|chef(?:in)?|utilisateur|client|collègue|usuário|utente|linter|compiler|compilador|compilateur|compilatore|build|линтер|компилятор|сборка|пользователь|клиент|заказчик|коллега|начальник)\s(?:[^\s:]{1,20}\s)?(?:reporta|informa|comenta|indica|avisa|pide|exige|meldet|berichtet|fordert|verlangt|bittet|will|signale|rapporte|demande|exige|relata|pede|segnala|chiede|сообщает|просит|требует|жалуется|хочет|ругается|пишет|выда[её]т|meckert|moniert|warnt|se queja|se plaint|reclama)$/iu
/** "reviewer 留言". */
const LEFT_WORDS = /^(?!我|咱)[^：:]{1,14}(?:留言|指出|提出|批注|提示|报错)$/u
/** "チケット #45", "Vorgang PAY-7". */
const NUMBERED_TICKET =
  /^(?:チケット|課題|工单|需求单?|任务|티켓|이슈|тикет|задача|incidencia|tarea|anforderung|aufgabe|vorgang)\s?(?:#|№|nr\.?|n[ºo]\.?)?\s?(?:[A-Z]{1,8}-)?\d{1,7}$/iu
/** "老板的邮件", "팀장님 메일". */
const TEXT_BY_UNSPACED =
  /^(?!我|咱)[^：:\s]{1,12}(?:的|发来的?|发的)(?:邮件|消息|评论|留言|反馈|意见|来信|回复|批注|建议)$|^(?!우리|내)[^：:]{1,12}(?:의|님|가 보낸|이 보낸)\s?(?:메일|메시지|댓글|의견)$/u

const CERTAIN = [
  ...[PIECE_OF_DOCUMENT, AT_A_PLACE_UNSPACED, REPORTS_ABROAD],
  ...[LEFT_WORDS, NUMBERED_TICKET],
]

/** Whether what follows is certainly another's. */
export function labelsSpeaker(lead: string): boolean {
  const words = lead.trim()
  if (CERTAIN.some((each) => each.test(words))) return true
  const text = TEXT_BY.exec(words) ?? TEXT_OF.exec(words)
  if (text !== null) {
    const who = words.slice(text[0].length)
    if (A_NAME.test(who) || POST.test(who)) return true
  }
  const post = POST.exec(words)
  return post !== null && AT_A_PLACE.test(words.slice(post[0].length))
}

/** Whether it may be. */
export function mayLabelSpeaker(lead: string): boolean {
  const words = lead.trim()
  if (TEXT_BY_UNSPACED.test(words)) return true
  const name = A_NAME.exec(words)
  return name !== null && AT_A_PLACE.test(words.slice(name[0].length))
}
