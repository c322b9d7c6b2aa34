import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyInEnglish } from './moneyInEnglish.ts'

const amounts: [amount: string, words: string][] = [
  ['0', 'Zero yuan only'],
  ['0.05', 'Zero yuan and 5 fen'],
  ['7', 'Seven yuan only'],
  ['19.5', 'Nineteen yuan and 50 fen'],
  ['42', 'Forty-two yuan only'],
  ['100', 'One hundred yuan only'],
  ['110', 'One hundred and ten yuan only'],
  ['1409.5', 'One thousand four hundred and nine yuan and 50 fen'],
  ['2005', 'Two thousand and five yuan only'],
  ['20000', 'Twenty thousand yuan only'],
  ['1000000.995', 'One million and one yuan only'],
  ['-3', 'Minus three yuan only'],
]
for (const [amount, words] of amounts) test(`${amount} is ${words}`, () => assert.equal(moneyInEnglish(amount), words))
