/**
 * M-21. What a sentence in another language than English gives, as named features: an owner, a time, a rule
 * about every thing of a kind, what was tried before. The signs are the same for every language, so that what
 * is learned of them in one language holds in the others. Names are stable: the fitted table holds them.
 */

const word = (...words: string[]) =>
  new RegExp(String.raw`(?<![\p{L}])(?:${words.join('|')})(?![\p{L}])`, 'iu')
const any = (...patterns: RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'iu')

// biome-ignore format: a language a line
const SIGNS: Readonly<Record<string, RegExp>> = {
  'an owner': any(
    word('zuständig', 'verantwortlich', 'betreut', 'betreuen', 'kümmert sich', 'ansprechpartner\\p{L}*', 'liegt bei'),
    word("s['’]occupe(?:nt)?", 'responsable', 'en charge', 'charg[ée]e? de', 'gère'),
    word('se encarga(?:n)?', 'encargad[oa]', 'responsable', 'lleva (?:el|la)'),
    word('cuida', 'responsável', 'toma conta', 'é com o', 'é com a', 'são com o', 'são com a'),
    word('si occupa(?:no)?', 'responsabile', 'gestisce', 'segue il', 'segue la'),
    word('отвечает', 'отвечают', 'занимается', 'ответственн\\p{L}*', 'ведёт'),
    /负责|負責|担当|責任者|管理している|담당|책임자|맡고/u,
  ),
  'a schedule': any(
    word('täglich', 'nachts', 'jede[nrs]? (?:nacht|tag|morgen|abend|woche|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)', 'montags', 'freitags', 'wöchentlich', 'monatlich', 'um \\d{1,2}(?::\\d\\d)? uhr'),
    word('chaque (?:nuit|jour|soir|matin|semaine|lundi|vendredi|dimanche)', 'tous les (?:soirs|jours|matins|lundis|mois)', 'toutes les nuits', 'à \\d{1,2} ?h'),
    word('cada (?:noche|día|semana|lunes|domingo|mañana)', 'todos los (?:días|lunes|domingos)', 'todas las noches', 'a las? \\d{1,2}'),
    word('tod[ao]s? (?:noite|dia|segunda|semana)(?:-feira)?', 'todos os dias', 'todas as noites', 'às? \\d{1,2}h?\\d{0,2}'),
    word('ogni (?:notte|giorno|sera|mattina|settimana|lunedì|domenica)', 'tutte le notti', 'tutti i giorni', 'alle \\p{L}+', "all['’]\\d{1,2}"),
    word('кажд(?:ую ночь|ый день|ую неделю|ое утро|ый понедельник)', 'по ночам', 'ежедневно', 'еженедельно', 'в \\d{1,2}:\\d\\d'),
    /每(?:天|晚|周|月|日)|凌晨|毎(?:晚|日|朝|週|月)|매(?:일|주|월)|새벽|\d{1,2}\s?(?:点|時|시)/u,
  ),
  'of every one': any(
    word('jede[rsnm]?', 'alle', 'sämtliche', 'chaque', 'tou(?:s|tes) les', 'cada', 'tod[oa]s? (?:l[oa]s|[oa]s)?', 'toda', 'ogni', 'tutt[ie]', 'кажд\\p{L}{1,3}', 'все', 'всех', 'люб\\p{L}{1,3}'),
    /每(?:个|張|张|次|一)|所有|一律|すべて|全て|全ての|모든|모두/u,
  ),
  'forbids': any(
    word('keine?[rnsm]?', 'nie', 'niemals', 'nicht', 'verboten', 'jamais', 'interdit\\p{L}*', 'nunca', 'jamás', 'prohibid\\p{L}*', 'jamais', 'proibid\\p{L}*', 'mai', 'vietat\\p{L}*', 'никогда', 'нельзя', 'запрещ\\p{L}*', 'не'),
    /不要|不许|不得|不能|禁止|别再|ないこと|ないでください|禁止|하지 ?마|지 ?마세요|면 안|금지/u,
  ),
  'was tried': any(
    word('schon (?:\\p{L}+ ){0,3}(?:versucht|probiert)', 'hatten wir (?:\\p{L}+ )?schon', 'schon (?:einmal|mal)', '(?:on )?a déjà (?:essayé|tenté|testé)', 'on l[’\']a essayé', 'ya (?:lo |la )?(?:probamos|intentamos|hicimos)', 'já (?:tentamos|testamos|fez|fizemos)', 'abbiamo già', 'avevamo già', 'уже (?:пробовали|делали|пытались)', 'не прижил\\p{L}*', 'откатили'),
    /试过|做过|以前.{0,12}(?:ました|做)|試しました|うまくいき|元に戻し|해 봤|써 봤|되돌렸|잘 안 됐/u,
  ),
  'just now': any(
    word('gerade', 'eben', 'jetzt', 'einen moment', 'je viens', 'je relance', 'maintenant', 'acabo', 'ahora', 'estoy', 'acabei', 'agora', 'estou', 'ho appena', 'adesso', 'sto', 'только что', 'сейчас', 'минуту'),
    /刚才|刚刚|正在|我在|さっき|いま|今から|ところです|방금|지금|하고 있/u,
  ),
  'of one': any(
    word('diese[nrsm]?', 'ce', 'cet', 'cette', 'est[ea]', 'nest[ea]', 'quest[oa]', 'эт(?:от|а|у|ой|ом|о)'),
    /这个|这次|这张|この|今回|이번|이 /u,
  ),
  'steps': any(
    word('erst(?: \\p{L}+){1,8},? dann', 'dann', "d['’]abord", 'ensuite', 'puis', 'primero', 'después', 'luego', 'primeiro', 'depois', 'prima', 'poi', 'сначала', 'потом', 'затем'),
    /先.{1,20}(?:再|然后)|然后|最后|まず|それから|してから|먼저|그다음|한 다음|다음/u,
  ),
}

export function addSigns(add: (name: string) => void, masked: string): void {
  for (const [name, sign] of Object.entries(SIGNS)) if (sign.test(masked)) add(`sign:${name}`)
}
