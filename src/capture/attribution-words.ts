/**
 * M-03. How languages other than English say whose words stand behind a colon: one row a language, as data.
 * A word may begin or end with `*` for any letters there: "*handbuch", "документаци*".
 */

export interface SpacedAttribution {
  readonly language: string
  /** The writer speaks of their own words: "wie ich schrieb:", "autrement dit :". */
  readonly own: readonly string[]
  /** What they say of themselves only in this person or in a set phrase. */
  readonly ownSays: readonly string[]
  /** A condition is no report: "wenn der Nutzer fragt:". */
  readonly conditions: readonly string[]
  /** Third persons say, write, send or want. As the first word these may be orders. */
  readonly says: readonly string[]
  /** The same, where one of the auxiliaries stands beside it: "hat … geschrieben", "a … envoyé". */
  readonly said: readonly string[]
  readonly auxiliaries: readonly string[]
  /** Came across it, where a pointer, a document or a place stands beside it: "das habe ich im Netz gefunden:". */
  readonly received: readonly string[]
  readonly pointers: readonly string[]
  readonly documents: readonly string[]
  /** What is done with words in a document. */
  readonly written: readonly string[]
  /** A piece of a document: "Vertrag, Kapitel 3:". */
  readonly parts: readonly string[]
  /** "Aus dem Protokoll:", "selon la doc :". */
  readonly from: readonly string[]
  /** What the writer's own house has written is theirs. */
  readonly house: readonly string[]
  /** What a house lays down; below "unsere Regeln:" stands what the writer wants. */
  readonly rules: readonly string[]
  /** Whole leads that only look like a report: "autrement dit :", "segundo:". */
  readonly phrases: readonly string[]
  /** First words of a sentence that speaks of the text before it: "so steht es …". */
  readonly refers: readonly string[]
  /** First words behind a dash: "… – so Herr Brandt". */
  readonly accordingTo: readonly string[]
  /** First words in brackets behind a text: "(Quelle: …)", "(tiré du manuel)". */
  readonly sources: readonly string[]
}

const list = (words: string) => words.trim().split(/\s+/)

/** Where people write to each other, and what programs call their texts. */
const PLACES =
  list(`slack teams discord jira github gitlab confluence notion telegram whatsapp linear reddit
  stackoverflow hackernews linkedin twitter readme wiki intranet blog chat thread ticket issue mail email e-mail forum docs newsletter`)

// biome-ignore format: a table reads best in columns
export const SPACED_ATTRIBUTION: readonly SpacedAttribution[] = [
  {
    language: 'de',
    own: list('ich wir'),
    ownSays: list('sagte schrieb meinte erwähnt besprochen'),
    conditions: list('wenn falls sobald sofern bevor nachdem'),
    says: list(`sagt sagte sagten schreibt schrieb schrieben meint meinte meinten behauptet behauptete fordert
      forderte fordern verlangt verlangte wünscht wünschte bittet bat empfiehlt empfahl empfehlen kommentiert
      kommentierte antwortet antwortete berichtet mailte mailt postete schickte besteht pocht drängt mahnt
      warnt erinnert ordnet verfügt`),
    said: list(`gesagt geschrieben gemeint geschickt gesendet gepostet weitergeleitet gemailt angemerkt gefordert
      verlangt empfohlen mitgeteilt hinterlassen kommentiert geantwortet diktiert vorgegeben angeordnet vorgeschrieben gewarnt erinnert gebeten reingestellt geteilt`),
    auxiliaries: list('hat haben hatte hatten wurde wurden'),
    received: list('gefunden bekommen erhalten gelesen kopiert aufgeschnappt gesehen entdeckt kam kommt stammt zitiere kopiere'),
    pointers: list('das dies diese folgendes folgende'),
    documents: [...PLACES, ...list(`*handbuch *anleitung *dokumentation doku *vertrag *richtlinie *richtlinien
      *leitfaden *spezifikation spec *lastenheft *pflichtenheft *protokoll *artikel *beitrag *brief *verordnung
      *vorschrift *norm *guide *ticket *mail *chat *buch *kanal netz internet *regelwerk *vereinbarung *satzung *merkblatt *tutorial`)],
    written: list('steht stand geschrieben heißt vermerkt festgehalten lesen liest lautet nachzulesen vorgeschrieben'),
    parts: list('seite kapitel abschnitt paragraph paragraf absatz punkt ziffer artikel'),
    from: list('aus laut gemäß nach vom von'),
    house: list('unser unsere unserer unserem unseren'),
    rules: list('regel regeln konvention konventionen vorgabe vorgaben richtlinien vorlieben wünsche absprachen standards'),
    phrases: ['kurz gesagt', 'anders gesagt', 'wie gesagt', 'genauer gesagt'],
    refers: list('so das dies also'),
    accordingTo: list('so laut gemäß'),
    sources: list('quelle aus laut siehe zitat auszug'),
  },
  {
    language: 'fr',
    own: list('je j avons on'),
    ownSays: list('disais disons écrivais'),
    conditions: list('quand si lorsque dès avant après'),
    says: list(`dit disent disait écrit écrivent veut veulent voulait exige exigent demandent recommande recommandent
      conseille conseillent suggère suggèrent insiste souhaite affirme répond signale rapporte stipule préconise impose
      réclame tient ordonne rappelle avertit prévient`),
    said: list(`écrit dit envoyé demandé posté partagé transféré répondu laissé recommandé conseillé suggéré exigé
      commenté indiqué signalé mis collé publié transmis balancé ordonné rappelé communiqué imposé prescrit averti
      écrire dire envoyer demander poster`),
    auxiliaries: list('a ont avait avaient vient viennent'),
    received: list('trouvé reçu lu copié récupéré vu vient cite copie'),
    pointers: list('ça ceci cela ce suit suivant'),
    documents: [...PLACES, ...list(`manuel documentation doc guide contrat cahier spécification spécifications norme
      règlement article compte-rendu procès-verbal pv courriel livre tutoriel fil charte notice convention internet
      réunion`)],
    written: list('dit lit lisons écrit indiqué stipulé figure trouve précisé mentionné noté prévoit marqué'),
    parts: list('page chapitre section paragraphe article point'),
    from: list('de du d selon des suivant extrait'),
    house: list('notre nos'),
    rules: list('règle règles convention conventions préférences consignes standards habitudes'),
    phrases: ['autrement dit', 'cela dit', 'ceci dit', 'en d autres termes'],
    refers: list('c ce voilà cela ça ainsi'),
    accordingTo: list('selon dixit d'),
    sources: list('source extrait tiré tirée selon cf vu d'),
  },
  {
    language: 'es',
    own: list('yo nosotros nosotras dije escribí pedí quiero queremos digo decimos dijimos mandé envié he hemos'),
    ownSays: [],
    conditions: list('cuando si al antes después'),
    says: list(`dice dicen dijo dijeron escribe escriben escribió escribieron pide piden pidió pidieron quiere quieren
      quería exige exigen exigió recomienda recomiendan recomendó sugiere sugirió comenta comentó indica indicó avisa
      avisó reporta reportó responde respondió contesta contestó insiste insistió mandó envió pasó publicó compartió
      reenvió dejó puso aconseja propone propuso solicita solicitó afirma afirmó menciona mencionó
      ordena ordenó comunica comunicó recuerda recordó advierte advirtió`),
    said: list(`dicho escrito pedido mandado enviado pasado publicado compartido reenviado comentado sugerido
      recomendado exigido respondido contestado puesto dejado solicitado ordenado comunicado recordado impuesto advertido decir
      escribir pedir mandar enviar`),
    auxiliaries: list('ha han había habían acaba acaban'),
    received: list('encontré encontramos encontrado recibí recibimos recibido leí leímos leído vi vimos visto copié copiado llegó cito copio'),
    pointers: list('esto eso siguiente'),
    documents: [...PLACES, ...list(`manual documentación doc guía contrato pliego especificación norma normativa
      reglamento artículo foro acta protocolo correo libro tutorial hilo internet`)],
    written: list('dice pone consta está figura leemos lee escrito indicado aparece estipula establece'),
    parts: list('página capítulo sección párrafo cláusula punto apartado'),
    from: list('de del según desde conforme'),
    house: list('nuestro nuestra nuestros nuestras'),
    rules: list('regla reglas norma normas convención convenciones preferencias estándares costumbres'),
    phrases: ['segundo', 'mejor dicho', 'dicho esto'],
    refers: list('eso esto así lo es como'),
    accordingTo: list('según dixit'),
    sources: list('fuente según tomado sacado extraído extracto de del'),
  },
  {
    language: 'it',
    own: list('io noi ho abbiamo dico diciamo voglio vogliamo'),
    ownSays: list('dicevo dicevamo'),
    conditions: list('quando se appena prima dopo'),
    says: list(`dice dicono disse scrive scrivono scrisse vuole vogliono chiede chiedono chiese pretende esige
      raccomanda raccomandano consiglia consigliano suggerisce insiste sostiene afferma risponde rispose commenta
      propone segnala indica impone comunica ricorda ordina prescrive avverte`),
    said: list(`scritto detto mandato inviato girato inoltrato chiesto postato pubblicato condiviso risposto commentato
      suggerito consigliato raccomandato lasciato richiesto segnalato proposto indicato
      comunicato ordinato ricordato imposto prescritto avvertito`),
    auxiliaries: list('ha hanno aveva avevano è stato'),
    received: list('trovato ricevuto letto copiato visto arrivato arriva cito copio'),
    pointers: list('questo quanto ciò seguente segue'),
    documents: [...PLACES, ...list(`manuale documentazione doc guida contratto capitolato specifica specifiche norma
      regolamento articolo verbale libro tutorial internet rete riunione`)],
    written: list('scritto legge leggiamo riportato indicato dice stabilito previsto prevede trova'),
    parts: list('pagina capitolo sezione paragrafo articolo clausola punto'),
    from: list('dal dalla dallo dall dai dalle da del della secondo stando'),
    house: list('nostro nostra nostri nostre'),
    rules: list('regola regole norme convenzione convenzioni preferenze standard abitudini'),
    phrases: ['secondo', 'detto questo'],
    refers: list('così lo questo è come'),
    accordingTo: list('secondo dixit così'),
    sources: list('fonte tratto estratto secondo dal dalla da'),
  },
  {
    language: 'pt',
    own: list('eu nós pedi escrevi mandei quero queremos digo falei dissemos'),
    ownSays: list('dizia dissemos'),
    conditions: list('quando se ao antes depois'),
    says: list(`diz dizem disse disseram escreve escreveu escreveram quer querem queria pede pedem pediu pediram exige
      exigem exigiu recomenda recomendam recomendou sugere sugeriu insiste insistiu comentou responde respondeu mandou
      enviou postou publicou compartilhou partilhou encaminhou deixou avisou indica indicou reclamou falou propôs
      solicitou afirmou colocou comunica comunicou lembra lembrou ordena ordenou
      determinou alertou`),
    said: list('dito pedido escrito enviado mandado postado publicado solicitado recomendado exigido dizer escrever pedir mandar enviar'),
    auxiliaries: list('foi foram tinha tem têm acabou acaba'),
    received: list('encontrei encontramos recebi recebemos li lemos vi vimos copiei chegou achei cito copio'),
    pointers: list('isto isso seguinte'),
    documents: [...PLACES, ...list(`manual documentação doc guia contrato especificação norma regulamento artigo fórum
      chamado ata livro tutorial conversa internet reunião`)],
    written: list('está consta escrito diz lê lemos indicado aparece estabelece prevê'),
    parts: list('página capítulo seção secção parágrafo cláusula ponto item'),
    from: list('do da dos das de segundo conforme'),
    house: list('nosso nossa nossos nossas'),
    rules: list('regra regras norma normas convenção convenções preferências padrões'),
    phrases: ['segundo', 'dito isso', 'ou melhor'],
    refers: list('isso isto assim é foi'),
    accordingTo: list('segundo conforme'),
    sources: list('fonte segundo retirado tirado extraído trecho do da'),
  },
  {
    language: 'ru',
    own: list('я мы'),
    ownSays: list('писал говорил сказал'),
    conditions: list('если когда перед после'),
    says: list(`говорит говорят сказал сказала сказали пишет пишут написал написала написали хочет хотят хотел хотела
      просит просят попросил попросила попросили требует требуют потребовал потребовала рекомендует рекомендуют
      посоветовал посоветовала советует предлагает предложил предложила настаивает ответил ответила отвечает прислал
      прислала прислали скинул скинула скинули кинул кинула отправил отправила запостил запостила выложил выложила
      переслал переслала оставил оставила прокомментировал прокомментировала сообщил сообщила сообщает утверждает
      заявил заявила жалуется велел велела велит приказал напомнил напомнила напоминает предупредил
      предупредила уведомил уведомила`),
    said: list('опубликован* размещен* прислан* отправлен* переслан* оставлен*'),
    auxiliaries: [],
    received: list('нашёл нашел нашла получил получила прочитал прочитала увидел увидела пришло прилетело скопировал скопировала вычитал цитирую копирую'),
    pointers: list('это такое вот следующее'),
    documents: [...PLACES, ...list(`документаци* руководств* инструкци* договор* контракт* мануал* вики гайд*
      регламент* стандарт* спецификаци* стать* блог* форум* протокол* тикет* задач* чат* письм* переписк* комментари*
      ридми доке доках тз канал* слак* телег* почт* книг*`)],
    written: list('написано указано сказано говорится прописано записано значится читаем гласит требует'),
    parts: list('страница странице глава главе раздел разделе пункт пункте статья абзац'),
    from: list('из согласно по с'),
    house: list('наш* нашем'),
    rules: list('правил* соглашени* предпочтени* договорённост* договоренност* стандарты требовани*'),
    phrases: ['иначе говоря', 'короче говоря', 'другими словами'],
    refers: list('так это вот'),
    accordingTo: list('согласно так'),
    sources: list('источник из цитата по см отрывок'),
  },
]

/** Scripts where words are not set apart by blanks, or carry their endings. Each is tried on what stands before the colon. */
interface JoinedAttribution {
  readonly language: string
  readonly own: RegExp
  readonly conditions: RegExp
  /** Below it stands what the writer wants. */
  readonly ownRules: RegExp
  readonly attributes: readonly RegExp[]
  /** A whole sentence that says where the words before it come from. */
  readonly sourceBehind: RegExp
}

// biome-ignore format: a table reads best in columns
export const JOINED_ATTRIBUTION: readonly JoinedAttribution[] = [
  {
    language: 'zh',
    own: /^(?:我|咱)|我们的|咱们的|本项目|我们(?:团队|公司|项目)/u,
    conditions: /^(?:如果|当|若|只要)|(?:时|时候|的话)$/u,
    ownRules: /(?:我|咱|本|这个?)(?:们|们的|的|项目|仓库|项目的|仓库的|团队|团队的){0,3}[^：:]{0,6}(?:规则|规范|约定|习惯|偏好|要求|原则)$/u,
    attributes: [
      /(?:文档|文件|手册|说明书|规范|指南|合同|协议|标准|博客|文章|帖子|论坛|工单|邮件|维基|教程|纪要|聊天记录|群里|公告|通知|书|readme|wiki|issue)[^：:]{0,10}(?:写着|写到|写道|写的(?:是)?|写了|规定|说|提到|指出|要求|注明|说明|是这么(?:写|说)的|如下|建议|推荐)$/iu,
      /(?:文档|手册|说明书|规范|指南|合同|协议|标准|条例|法规|章程)[^：:]{0,6}第[^：:]{1,6}[条章节页款]$/u,
      /^(?:摘自|转自|引自|抄自|来自|转发|引用|摘录自|复制自|据|根据|按照)/u,
      /(?:客户|甲方|老板|领导|经理|同事|组长|主管|运维|供应商|总监|老师|架构师|设计师|负责人|同学|有人|网友|\p{Script=Han}总|\p{Script=Han}工|[小老]\p{Script=Han}|\p{Script=Han}{1,2}[哥姐])[^：:]{0,14}(?:说|写|发|发来|提醒|告知|嘱咐|叮嘱|回复|要求|希望|想要|想|建议|提出|留言|表示|强调|转发|反馈|吩咐|交代|评论|通知|的话|的要求|的意见)(?:了|的|道|如下|是|我们|大家|我|这样|这个|一下){0,2}$/u,
      /^[^：:]{1,14}(?:发|发来|发布|发出|转来|转发|写|留|贴)的[^：:]{0,6}$/u,
      /^(?!我|咱|本|团队)[^：:]{1,12}(?:部门|部|组|团队|公司|中心)的?(?:通知|公告|要求|指示|规定|意见|反馈)$/u,
      /(?:看到|收到|读到|找到|刷到)(?:了)?(?:这|一|的|如下|以下)[^：:]{0,10}$/u,
    ],
    sourceBehind: /^(?:这是|以上|这段|上面|这个是)[^。！？]{0,12}(?:文档|手册|规范|指南|合同|博客|文章|帖子|论坛|工单|邮件|教程|群里|客户|老板|同事)[^。！？]{0,12}[。！]?$|^[（(](?:来源|摘自|出自|转自|引自)/u,
  },
  {
    language: 'ja',
    own: /^(?:私|僕|俺|自分|うち|弊社|当社|我々|わたし)/u,
    conditions: /(?:とき|時|場合|際|たら|なら|れば)(?:は|に|には)?$/u,
    ownRules: /(?:この|うち|私|弊社|当社|我々|自分|チーム)(?:の)?[^：:]{0,12}(?:ルール|規則|方針|決まり|約束|好み|お願い)$/u,
    attributes: [
      /(?:ドキュメント|マニュアル|ガイド|手順書|仕様書|規約|契約書|記事|ブログ|ウィキ|チケット|議事録|メール|説明書|公式|リファレンス|スラック|チャット|掲示板|ネット|本|資料|wiki|readme|slack|teams|issue)[^：:]{0,12}(?:書かれて|書いて|記載|載って|ありま|あった|ある|よると|よれば|こう|抜粋|引用|曰く|いわく|見つけ)[^：:]{0,8}$/iu,
      /(?:契約書|規約|仕様書|マニュアル|ガイド|手順書|規程|ドキュメント)[^：:]{0,6}第?[^：:]{1,6}[条章節項頁]$/u,
      /(?:から|より)(?:の|来た|届いた|送られた)[^：:]{0,10}(?:通知|連絡|お知らせ|メール|要望|依頼|指示|コメント|メッセージ|案内|回答|返信|指摘)[^：:]{0,6}$/u,
      /^(?!うち|弊社|当社|チーム)[^：:]{1,14}(?:部門|部|チーム|課|室)の?(?:通知|お知らせ|指示|要望|連絡|指摘|要請)$/u,
      /(?:より|から)の?(?:抜粋|引用|転載|コピペ|コピー)$/u,
      /(?:さん|様|氏|くん|ちゃん|部長|課長|社長|店長|上司|先輩|同僚|クライアント|顧客|お客|取引先|先方|ユーザー|リーダー|マネージャー)(?:から|より)[^：:]{0,16}$/u,
      /(?:さん|様|氏|くん|ちゃん|部長|課長|社長|店長|上司|先輩|同僚|クライアント|顧客|お客|取引先|先方|リーダー|マネージャー)(?:が|は|の)[^：:]{0,16}(?:言|書|送|投稿|指示|依頼|要望|連絡|コメント|メッセージ|メール|発言|返信|指摘|希望|伝言|意見|貼)[^：:]{0,8}$/u,
    ],
    sourceBehind: /^(?:これは|以上|上記|と)[^。]{0,14}(?:ドキュメント|マニュアル|ガイド|仕様書|規約|記事|ブログ|メール|公式|チケット|資料|さん|上司|引用|抜粋|書いて|書かれ)[^。]{0,14}。?$|^[（(](?:出典|引用|参照|ソース)/u,
  },
  {
    language: 'ko',
    own: /^(?:저[는희]|제가|내가|나는|우리)/u,
    conditions: /(?:때|경우|면)(?:에|에는|는)?$/u,
    ownRules: /(?:우리|이|저희|내|제)\s?[^：:]{0,12}(?:규칙|원칙|컨벤션|방침|약속|선호|요청)$/u,
    attributes: [
      /(?:문서|매뉴얼|설명서|가이드|명세서|계약서|규정|블로그|기사|위키|티켓|회의록|메일|게시글|게시판|공식|책|인터넷|슬랙|채팅방?|단톡방?|카톡|wiki|readme)[^：:]{0,12}(?:적혀|쓰여|쓰인|써 ?있|나와|나온|기재|명시|따르면|의하면|발췌|인용|라고|있는|봤|본|올라온|퍼온)[^：:]{0,10}$/iu,
      /(?:님|씨|대리|과장|팀장|부장|차장|사장|대표|상사|선배|동료|고객|고객사|클라이언트|거래처|매니저|담당자|업체)(?:이|가|께서|에서|은|는|의|한테서?|에게서?|로부터)?\s[^：:]{0,20}(?:말|글|메시지|메일|댓글|코멘트|요청|지시|의견|올|남긴|남겼|보낸|보냈|보내|쓴|썼|적|전달|공유|원하|요구|당부|부탁)[^：:]{0,8}$/u,
      /(?:계약서|규정|매뉴얼|가이드|명세서|문서)\s?[^：:]{0,6}제?\s?\d{1,4}\s?(?:조|장|절|항|쪽|페이지)$/u,
      /(?:에서|에게서|한테서?|로부터) (?:온|받은|보낸|내려온|올라온|전달된) [^：:]{1,10}$/u,
      /^(?!우리|저희)[^：:]{1,12}(?:팀|부서|본부|부|센터|업체) ?(?:공지(?:사항)?|안내|지침|요청(?:사항)?|지시(?:사항)?|전달 ?사항|의견)$/u,
      /(?:에서|로부터) (?:발췌|인용|복사|퍼온|가져온)[^：:]{0,6}$/u,
    ],
    sourceBehind: /^(?:이건|이것은|위|위의|이상|이게|라고)[^.。]{0,16}(?:문서|매뉴얼|가이드|계약서|규정|블로그|기사|위키|메일|공식|티켓|님|고객|상사|적혀|나온|말)[^.。]{0,14}[.。]?$|^[（(](?:출처|인용|참고|발췌)/u,
  },
]
