/**
 * Words that say nothing about a subject, words of going on, and words in which people lay something
 * down, for each language that is told apart. Adding a language means adding a row.
 */
export interface Language {
  /** Words without a subject. They also tell one language from another. */
  readonly stop: ReadonlySet<string>
  /** Consent, thanks and going on: "yes", "next", "commit". */
  readonly goingOn: ReadonlySet<string>
  /** Whether a sentence lays something down: "never", "instead", "we decided". */
  readonly cue: RegExp
}

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

/** Whole words, whatever letters they are made of. */
function anyOf(list: string): RegExp {
  const words = list.split('|').map((word) => word.trim())
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

/** Scripts without spaces have no word ends. */
function anyPartOf(list: string): RegExp {
  return new RegExp(
    list
      .split('|')
      .map((part) => part.trim())
      .join('|'),
    'u',
  )
}

const english: Language = {
  stop: wordsIn(`
    a about after again all also am an and any are as at be because been before being between both
    but by can could did do does doing during each few for from further had has have having he her
    here hers him his how i if in into is it its just may me might mine more most my of off on once
    or other our ours out over own per same shall she should so some such than that the their theirs
    them then there these they this those through to too under until up us very was we were what
    when where which while who whom whose why will with would you your yours i'm i've i'd i'll it's
    he's she's that's there's what's who's we're we've we'll they're they've you're you've you'll
    didn't doesn't don't isn't wasn't aren't haven't hasn't hadn't won't wouldn't can't couldn't
    shouldn't let's let new get got use using want need make made like way thing things something
    anything else still already really actually maybe not no never now one two s t`),
  goingOn: wordsIn(`
    yes yeah yep yup ok okay okey sure fine good great nice perfect excellent awesome cool right
    correct exactly agreed thanks thank thx cheers hi hello hey morning bye continue continued go
    going ahead proceed carry keep next again retry try run rerun commit push check test tests
    please think ultrathink megathink hmm look looks looking first talk wait stop done ready begin
    start finish approve approved accept accepted lgtm save resume show see step steps do it that
    this them more sounds works work working well better much very all best fix plan second third last
    rest remaining file files merge ship ta ty pls plz np kk yea alright roger cool course
    options option way review compact clear help undo redo no nope not now don't both either
    realize implement update let's lets`),
  cue: anyOf(`always | never | must | mustn't | should | shouldn't | don't | do not | doesn't | not |
    no | stop | instead | rather | prefer | remember | decided | decision | because | rule | only |
    we | want | need | avoid | keep`),
}

const german: Language = {
  stop: wordsIn(`
    der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren sein
    wird werden wurde hat haben hatte ich du er sie es wir ihr mich mir dich dir uns euch mein dein
    unser im in an am auf aus bei mit nach von vom zu zum zur für über unter durch um als auch wie
    was wer wo wann warum welche welcher welches dass daß wenn dann denn weil noch schon nur sehr
    hier da dort so doch mal bitte kann können soll sollen muss müssen machen gibt nicht kein keine`),
  goingOn: wordsIn(`
    ja jo jawohl ok okay gut super prima perfekt genau richtig danke dank bitte hallo weiter
    weitermachen mach mache machen los nächste nächster nochmal nochmals wieder versuch versuche
    lauf committe commit push prüfe test tests zeig zeige schau erst warte stopp fertig passt
    klingt einverstanden nein so das`),
  cue: anyOf(`immer | nie | niemals | muss | müssen | soll | sollen | sollte | nicht | kein | keine |
    statt | stattdessen | lieber | bevorzuge | merk dir | entschieden | beschlossen | weil | regel |
    nur | wir | wollen | brauchen`),
}

const french: Language = {
  stop: wordsIn(`
    le la les l un une des du de d et ou mais est sont était être a ont avoir je tu il elle on nous
    vous ils elles me te se mon ton son notre votre leur ce cet cette ces que qui quoi dont où quand
    comment pourquoi dans sur sous avec sans pour par en au aux ne pas plus très aussi comme si y
    peut peux faire fait il y a c'est n'est qu'il`),
  goingOn: wordsIn(`
    oui ok okay bien bon super parfait exact exactement merci bonjour salut continue continuez vas
    allez avance suivant suivante encore réessaie essaie lance commit pousse vérifie teste tests
    s'il plaît montre regarde d'abord attends stop fini prêt accord non ça marche`),
  cue: anyOf(`toujours | jamais | doit | doivent | devrait | ne pas | n'utilise | au lieu | plutôt |
    préfère | préférons | rappelle-toi | décidé | parce que | règle | seulement | nous | veux |
    voulons | besoin | il faut`),
}

const spanish: Language = {
  stop: wordsIn(`
    el la los las un una unos unas de del al y o pero es son era ser está están ha han haber yo tú
    él ella nosotros ustedes ellos me te se mi tu su nuestro que qué quien cuál cuándo cómo dónde
    por para con sin en sobre entre hasta desde muy más también como si no ya aquí eso esto ese este
    puede puedes hacer hace lo le les`),
  goingOn: wordsIn(`
    sí si ok vale bien bueno perfecto exacto correcto gracias hola continúa continua sigue adelante
    siguiente otra vez intenta prueba corre ejecuta commit push revisa verifica test tests favor
    muestra mira primero espera para listo hecho acuerdo no hazlo dale`),
  cue: anyOf(`siempre | nunca | jamás | debe | deben | debemos | debería | no uses | en vez de |
    en lugar de | prefiero | preferimos | recuerda | decidimos | decidido | porque | regla | solo |
    sólo | nosotros | queremos | necesitamos | hay que`),
}

const portuguese: Language = {
  stop: wordsIn(`
    o a os as um uma uns umas de do da dos das e ou mas é são era ser está estão tem ter eu tu ele
    ela nós vocês eles me te se meu teu seu nosso que quem qual quando como onde por para com sem em
    no na nos nas sobre entre até desde muito mais também se já aqui isso isto esse este pode fazer
    faz ao aos à não`),
  goingOn: wordsIn(`
    sim ok certo bom bem ótimo perfeito exato obrigado obrigada valeu olá oi continua continue segue
    prossiga próximo próxima novamente tenta tente roda rode commit push verifica teste testes favor
    mostra olha primeiro espera para pronto feito não faça`),
  cue: anyOf(`sempre | nunca | jamais | deve | devem | devemos | deveria | não use | em vez de |
    ao invés | prefiro | preferimos | lembre | decidimos | decidido | porque | regra | apenas | só |
    nós | queremos | precisamos`),
}

const italian: Language = {
  stop: wordsIn(`
    il lo la i gli le un uno una di del della dei delle e o ma è sono era essere ha hanno avere io
    tu lui lei noi voi loro mi ti si mio tuo suo nostro che chi quale quando come dove perché per
    con senza in su tra fra fino da dal molto più anche se non già qui questo quello può fare fa al
    nel nella`),
  goingOn: wordsIn(`
    sì si ok va bene perfetto esatto giusto grazie ciao continua avanti procedi prossimo prossima
    ancora riprova prova esegui commit push controlla verifica test favore mostra guarda prima
    aspetta fermo pronto fatto accordo no`),
  cue: anyOf(`sempre | mai | deve | devono | dobbiamo | dovrebbe | non usare | invece | piuttosto |
    preferisco | preferiamo | ricorda | deciso | perché | regola | solo | soltanto | noi | vogliamo |
    bisogna`),
}

const dutch: Language = {
  stop: wordsIn(`
    de het een en of maar is zijn was waren wordt worden heeft hebben ik jij hij zij wij jullie mij
    jou ons mijn jouw onze dat die dit deze wie wat waar wanneer hoe waarom welke in op aan uit bij
    met naar van voor over onder door om als ook niet geen nog al hier daar zo kan kunnen moet doen`),
  goingOn: wordsIn(`
    ja ok oké goed prima perfect precies juist bedankt dank hoi hallo ga door verder volgende
    opnieuw nogmaals probeer draai commit push controleer test tests alsjeblieft graag toon kijk
    eerst wacht stop klaar akkoord nee doe`),
  cue: anyOf(`altijd | nooit | moet | moeten | zou moeten | niet | geen | in plaats van | liever |
    onthoud | besloten | omdat | regel | alleen | wij | we | willen`),
}

const russian: Language = {
  stop: wordsIn(`
    и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне
    было вот от меня еще нет о из ему теперь когда даже ну ли если уже или быть был него до вас
    нибудь опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя
    их чем была сам чтоб без будто чего раз тоже себе под это этот эта эти почему какой какая`),
  goingOn: wordsIn(`
    да ага ок окей хорошо отлично прекрасно верно точно спасибо привет продолжай продолжайте дальше
    давай вперед следующий следующее снова опять попробуй запусти закоммить коммит пуш проверь тест
    тесты пожалуйста покажи смотри сначала подожди стоп готово согласен нет сделай`),
  cue: anyOf(`всегда | никогда | должен | должна | должны | нельзя | нужно | надо | не | вместо |
    лучше | предпочитаю | запомни | решили | решено | потому что | правило | только | мы | хотим`),
}

const chinese: Language = {
  stop: wordsIn(
    '的 了 在 是 我 你 他 她 们 这 那 有 和 与 就 也 都 吗 呢 吧 把 被 给 对 为 什 么 怎',
  ),
  goingOn: wordsIn(
    '是 是的 好 好的 可以 行 对 没错 谢谢 你好 继续 请继续 下一步 下一个 再来 再试 重试 运行 提交 推送 检查 测试 看看 等等 停 完成 同意 不 不用',
  ),
  cue: anyPartOf(
    '总是|始终|永远|从不|绝不|必须|应该|不要|不能|不许|别用|而不是|改用|优先|记住|决定|因为|规则|只能|只用|我们|需要',
  ),
}

const japanese: Language = {
  stop: wordsIn(
    'の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あの それ これ ます です',
  ),
  goingOn: wordsIn(
    'はい ええ うん 了解 ok いいね いいです 良い 完璧 正解 ありがとう こんにちは 続けて 続けてください 次 次へ もう一度 再試行 実行 コミット プッシュ 確認 テスト お願い お願いします 見て 待って 停止 完了 いいえ',
  ),
  cue: anyPartOf(
    '必ず|常に|絶対|決して|べき|しないで|使わない|ではなく|代わりに|優先|覚えて|決めた|決定|なぜなら|ので|ルール|のみ|だけ|必要',
  ),
}

const korean: Language = {
  stop: wordsIn(
    '이 그 저 것 거 수 때 등 및 또는 그리고 하지만 나 너 우리 저희 내 네 제 이것 그것 저것 여기 거기 왜 언제 어디 누가 무엇 뭐 어떻게 좀 더 잘 안 못 은 는 을 를 이다 있다 없다',
  ),
  goingOn: wordsIn(
    '네 예 응 어 그래 그래요 좋아 좋아요 좋습니다 맞아 맞아요 맞습니다 완벽 완벽해 고마워 고마워요 감사합니다 감사 안녕 안녕하세요 계속 계속해 계속해줘 계속하세요 계속해주세요 진행 진행해 진행해줘 진행하세요 다음 다음으로 다시 재시도 실행 실행해 실행해줘 커밋 커밋해줘 푸시 푸시해줘 확인 확인해줘 테스트 부탁 부탁해 부탁해요 해줘 해주세요 봐줘 보여줘 먼저 잠깐 멈춰 중지 완료 끝 아니 아니요 아니오 그대로 둘다',
  ),
  cue: anyPartOf(
    '항상|언제나|절대|결코|반드시|해야|하지 마|말고|않도록|대신|우선|기억|결정|정했|때문|규칙|만 사용|우리는|필요',
  ),
}

const LANGUAGES = {
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  russian,
  chinese,
  japanese,
  korean,
} as const satisfies Record<string, Language>

const KANA = /[\u3040-\u30ff]/
const HAN = /[\u4e00-\u9fff]/
const HANGUL = /[\uac00-\ud7af]/

/** The language most of its little words belong to; English where none do. */
export function languageOf(words: readonly string[], text: string): Language {
  if (KANA.test(text)) return japanese
  if (HAN.test(text)) return chinese
  if (HANGUL.test(text)) return korean
  let best: Language = english
  let most = 0
  for (const language of Object.values(LANGUAGES)) {
    const count = words.filter((word) => language.stop.has(word)).length
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}

/** Whether these words say nothing but consent, thanks and going on, in any one language. */
export function sayOnlyGoOn(words: readonly string[]): boolean {
  return Object.values(LANGUAGES).some(({ stop, goingOn }) =>
    words.every((word) => stop.has(word) || goingOn.has(word)),
  )
}
