import { type Decimal, toFixed } from '../../kernel/decimal.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const groups = ['', 'thousand', 'million', 'billion']

/** An amount of yuan written out: '1409.5' is "One thousand four hundred and nine yuan and 50 fen". Rounded half up to fen. */
export const moneyInEnglish = (amount: Decimal): string => {
  const text = toFixed(amount, 2)
  const [yuan = '0', fen = '00'] = text.replace('-', '').split('.')
  const words = `${text.startsWith('-') ? 'minus ' : ''}${wholeInWords(yuan)} yuan${fen === '00' ? ' only' : ` and ${Number(fen)} fen`}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Groups of three digits, the highest first. */
const wholeInWords = (yuan: string): string => {
  const groupWords: string[] = []
  const digits = yuan.padStart(Math.ceil(yuan.length / 3) * 3, '0')
  const count = digits.length / 3
  for (let index = 0; index < count; index++) {
    const number = Number(digits.slice(index * 3, index * 3 + 3))
    if (number > 0)
      groupWords.push(
        [groupInWords(number, groupWords.length > 0 && index === count - 1), groups[count - 1 - index]].filter(Boolean).join(' '),
      )
  }
  return groupWords.join(' ') || 'zero'
}

/** Below a thousand; `isLast` after greater groups: "two thousand and five". */
const groupInWords = (number: number, isLast: boolean): string => {
  const [hundreds, remainder] = [Math.floor(number / 100), number % 100]
  const low =
    remainder < 20
      ? small[remainder]!
      : [tens[Math.floor(remainder / 10)], remainder % 10 > 0 ? small[remainder % 10] : ''].filter(Boolean).join('-')
  if (hundreds === 0) return isLast ? `and ${low}` : low
  return remainder === 0 ? `${small[hundreds]} hundred` : `${small[hundreds]} hundred and ${low}`
}
