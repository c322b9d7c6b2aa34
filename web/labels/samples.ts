import { bindingsOf, recordOfLabel } from '../../domain/labels/bindings.ts'
import type { LabelNoun } from '../../domain/labels/content.ts'
import type { LabelValues } from '../../domain/labels/template.ts'
import { session } from '../session/session.ts'
import { t } from '../words.ts'
import { today } from '../shell/dateWords.ts'

const codes: Readonly<Record<LabelNoun, string>> = {
  asset: 'ZC20260001',
  location: 'QY0001',
  consumable: 'HC0001',
  person: 'A0017',
  blank: '7K2M9XQ4',
}

/** What a template shows where there is no thing to try it with: for each field its own name. */
export const sampleOf = (noun: LabelNoun, kind = recordOfLabel(noun)): LabelValues => {
  const code = codes[noun]
  const fields = Object.fromEntries(bindingsOf(noun, kind).map(({ key, label }) => [key, t(label)]))
  const codeFields = { instanceCode: code, locCode: code, goodsCode: code, employeeNo: code, code }
  const codeValues = Object.fromEntries(Object.entries(codeFields).filter(([key]) => key in fields))
  return { ...fields, ...codeValues, link: `HTTPS://ZAICE.EXAMPLE/Q/${code}`, organisation: session().operationName, today: today() }
}

/** A blank label as it will look, whatever its code. */
export const blankSample = () => ({ title: t('空白码'), values: sampleOf('blank') })
