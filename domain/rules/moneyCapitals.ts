import { compare, type Decimal, toFixed, isDecimal } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { refuse } from '../../kernel/refusal.ts'
import { maxCapitalAmount } from './constants.ts'

/**
 * An amount of yuan in the capitals of bills and receipts: '1409.5' is 壹仟肆佰零玖元伍角整. Rounded half up to fen.
 * Where the rules for bills leave a 零 to the writer (the yuan digit is 0 and jiao are not), it is written.
 * Refuses what is no decimal and what is beyond ±999999999999.99.
 */
export const moneyInCapitals = (amount: Decimal): string => {
  if (!isDecimal(amount)) return refuse('money.invalid', '金额格式有误')
  const text = toFixed(amount, 2)
  const size = text.replace('-', '')
  if (compare(size, maxCapitalAmount) > 0) return refuse('money.large', '金额不能超过{max}', { max: moneyWords(maxCapitalAmount) })
  const [yuan, fraction] = [size.slice(0, -3), size.slice(-2)]
  const yuanWords = yuan === '0' ? '' : wholeInCapitals(yuan) + '元'
  const capitals = yuanWords + fractionInCapitals(fraction, yuan)
  return (text.startsWith('-') ? '负' : '') + (capitals === '' ? '零元整' : capitals)
}

const numerals = '零壹贰叁肆伍陆柒捌玖'

/** Jiao and fen after `yuan`; 整 wherever fen are missing. */
const fractionInCapitals = (fraction: string, yuan: string): string => {
  const [jiao, fen] = [Number(fraction[0]), Number(fraction[1])]
  if (jiao === 0 && fen === 0) return yuan === '0' ? '' : '整'
  const zero = yuan !== '0' && (jiao === 0 || yuan.endsWith('0')) ? '零' : ''
  return zero + (jiao === 0 ? '' : numerals[jiao] + '角') + (fen === 0 ? '整' : numerals[fen] + '分')
}

/** Groups of four digits, the highest first; a group that is missing or begins with 0 leaves one 零. */
const wholeInCapitals = (yuan: string): string => {
  const digits = yuan.padStart(12, '0')
  let text = ''
  let gap = false
  for (const [index, unit] of ['亿', '万', ''].entries()) {
    const group = digits.slice(index * 4, index * 4 + 4)
    if (group === '0000') {
      gap = true
      continue
    }
    text += (text !== '' && (gap || group.startsWith('0')) ? '零' : '') + groupInCapitals(group) + unit
    gap = false
  }
  return text
}

const groupInCapitals = (group: string): string => {
  let text = ''
  let gap = false
  for (const [index, unit] of ['仟', '佰', '拾', ''].entries()) {
    const digit = Number(group[index])
    if (digit === 0) {
      gap = text !== ''
      continue
    }
    text += (gap ? '零' : '') + numerals[digit] + unit
    gap = false
  }
  return text
}
