import type { Decimal } from '../decimal.ts'

/** Numerals as bills and as people write them, each at the place of its value. */
const numerals = ['零〇', '一壹', '二贰两', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖']
const digitOf = new Map(numerals.flatMap((letters, digit) => [...letters].map((letter) => [letter, digit] as const)))
const unitOf = new Map([...'十拾'].map((letter) => [letter, 10]))
for (const letter of '百佰') unitOf.set(letter, 100)
for (const letter of '千仟') unitOf.set(letter, 1000)
const groupOf = new Map([
  ['万', 10_000],
  ['亿', 100_000_000],
])

const anyNumeral = numerals.join('')
const amountPattern = new RegExp(
  `^(?:人民币)?[:：¥￥]?(?<minus>负)?(?:(?<yuan>[${anyNumeral}十拾百佰千仟万亿]+)[元圆])?[零〇]?(?:(?<jiao>[${anyNumeral}])角)?[零〇]?(?:(?<fen>[${anyNumeral}])分)?[整正]?$`,
)

/** An amount of yuan that is written out, in the capitals of bills or in plain numerals: 壹仟肆佰零玖元伍角整 is '1409.5'. Undefined for anything else. */
export const amountOfCapitals = (text: string): Decimal | undefined => {
  const parts = amountPattern.exec(text.normalize('NFKC').replaceAll(/\s/g, ''))?.groups
  if (!parts || (parts['yuan'] ?? parts['jiao'] ?? parts['fen']) === undefined) return undefined
  const yuan = wholeOf(parts['yuan'] ?? '零')
  if (yuan === undefined) return undefined
  const fraction = `${digitOf.get(parts['jiao'] ?? '零')}${digitOf.get(parts['fen'] ?? '零')}`.replace(/0+$/, '')
  const amount = fraction === '' ? String(yuan) : `${yuan}.${fraction}`
  return parts['minus'] && amount !== '0' ? `-${amount}` : amount
}

/** The value of a whole number in words; undefined where its parts do not go down. */
const wholeOf = (words: string): number | undefined => {
  let [total, group, digit, lastUnit] = [0, 0, 0, Infinity]
  for (const letter of words) {
    const unit = unitOf.get(letter)
    const size = groupOf.get(letter)
    if (unit !== undefined) {
      if (unit >= lastUnit) return undefined
      // A ten at the beginning says its one or leaves it out.
      group += (digit === 0 && group === 0 && unit === 10 ? 1 : digit) * unit
      digit = 0
      lastUnit = unit
    } else if (size !== undefined) {
      const groupValue = group + digit
      total = size > 10_000 ? (total + groupValue) * size : total + groupValue * size
      group = 0
      digit = 0
      lastUnit = Infinity
    } else digit = digitOf.get(letter) ?? 0
  }
  return total + group + digit
}
