import { useState } from 'react'
import { functionName, type Token } from '../../../../domain/approval/design/formFormula.ts'
import {
  type FormulaFunction,
  formulaFunctionNames,
  formulaFunctions,
  type FunctionGroup,
  functionGroups,
} from '../../../../domain/approval/form/formulaFunctions.ts'
import { keysOf } from '../../../../kernel/keysOf.ts'
import { Card } from '../../../look/Card.tsx'
import { Tabs } from '../../../look/Tabs.tsx'
import { t } from '../../../words.ts'

type Call = FormulaFunction | 'round'

const round = { usage: 'ROUND(数字, 小数位)', example: 'ROUND(金额/3, 2)' }

const callsIn = (group: FunctionGroup): readonly Call[] => [
  ...(group === 'number' ? (['round'] as const) : []),
  ...formulaFunctionNames.filter((call) => formulaFunctions[call].group === group),
]

/** The functions by what they are about, each with how it is written and an example. */
export const FormulaPalette = ({ onPick }: { onPick: (token: Token) => void }) => {
  const [group, setGroup] = useState<FunctionGroup>('logic')
  return (
    <section className="space-y-2">
      <Tabs
        label={t('函数')}
        look="pill"
        tabs={keysOf(functionGroups).map((value) => ({ value, label: t(functionGroups[value]) }))}
        value={group}
        onChange={setGroup}
      />
      <Card flush>
        <ul>
          {callsIn(group).map((call) => {
            const { usage, example } = call === 'round' ? round : formulaFunctions[call]
            return (
              <li key={call} className="border-b border-line last:border-none">
                <button
                  type="button"
                  aria-label={functionName(call)}
                  onClick={() => onPick({ k: 'call', call })}
                  className="pressable block w-full px-4 py-2.5 text-left"
                >
                  <span className="block break-words text-body">{t(usage)}</span>
                  <span className="block break-words text-small text-faint">{t('例：{example}', { example: t(example) })}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
