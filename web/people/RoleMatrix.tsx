import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { codesOf, isReadingCode, verbTitle } from '../../domain/access/codes.ts'
import { type MatrixGroup, type MatrixRow, roleMatrix } from '../../domain/access/matrix.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { useWide } from '../screen.ts'
import { useCodes } from '../shell/codes.ts'
import { t } from '../words.ts'

type Props = { codes: readonly string[]; onChange: (codes: string[]) => void }

export type Ticks = {
  /** Ticked, or everybody's. */
  isOn: (code: FunctionCode) => boolean
  /** Everybody has it, or the editor has it not himself. */
  isFixed: (code: FunctionCode) => boolean
  turn: (codes: readonly FunctionCode[], on: boolean) => void
}

/** The codes of a role, ticked by the groups of the menu: rows are nouns, columns verbs. */
export const RoleMatrix = ({ codes, onChange }: Props) => {
  const ownCodes = useCodes()
  const everybodys = codesOf([])
  const ticks: Ticks = {
    isOn: (code) => everybodys.has(code) || codes.includes(code),
    isFixed: (code) => everybodys.has(code) || !ownCodes.has(code),
    turn: (changedCodes, on) => {
      const free = changedCodes.filter((code) => !ticks.isFixed(code))
      onChange(on ? [...new Set([...codes, ...free])] : codes.filter((code) => !free.some((freeCode) => freeCode === code)))
    },
  }
  return (
    <>
      <p className="px-1 pb-2 pt-1 text-small text-quiet">{t('灰色的权限每个人都有，或者您自己没有，不能在这里更改。')}</p>
      <CodeGroups groups={roleMatrix()} ticks={ticks} />
    </>
  )
}

export const CodeGroups = ({ groups, ticks }: { groups: readonly MatrixGroup[]; ticks: Ticks }) =>
  groups.map((group) => <Group key={group.code} group={group} ticks={ticks} />)

const Group = ({ group, ticks }: { group: MatrixGroup; ticks: Ticks }) => {
  const wide = useWide()
  const all = group.rows.flatMap(({ codes }) => codes)
  const count = all.filter(ticks.isOn).length
  const [isOpen, setOpen] = useState(false)
  const tables = [...Map.groupBy(group.rows, ({ codes }) => codes.map(verbTitle).join())]
  return (
    <Section
      title={t(group.title)}
      right={
        <Button kind="plain" size="small" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {t('已选{count}/{total}', { count, total: all.length })}
          <ChevronDown size={16} className={`ml-1 transition ${isOpen ? 'rotate-180' : ''}`} aria-hidden />
        </Button>
      }
    >
      <div className="flex flex-wrap gap-2 px-4 py-2.5">
        <Shortcut label={t('全选')} onPress={() => ticks.turn(all, true)} />
        <Shortcut
          label={t('只选查看')}
          onPress={() => {
            ticks.turn(
              all.filter((code) => !isReadingCode(code)),
              false,
            )
            ticks.turn(all.filter(isReadingCode), true)
          }}
        />
        <Shortcut label={t('清空')} onPress={() => ticks.turn(all, false)} />
      </div>
      {isOpen &&
        tables.map(([verbs, rows]) =>
          wide && rows.length > 1 ? (
            <MatrixTable key={verbs} rows={rows} ticks={ticks} />
          ) : (
            rows.map((row) => <MatrixChips key={row.noun} row={row} ticks={ticks} />)
          ),
        )}
    </Section>
  )
}

const Shortcut = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button kind="secondary" size="small" onClick={onPress}>
    {label}
  </Button>
)

const TickBox = ({ code, label, ticks }: { code: FunctionCode; label: string; ticks: Ticks }) => (
  <CheckBox
    aria-label={label}
    checked={ticks.isOn(code)}
    disabled={ticks.isFixed(code)}
    onChange={({ target }) => ticks.turn([code], target.checked)}
  />
)

/** Rows that may be done the same with: a table, whose headers turn a whole row or column. */
const MatrixTable = ({ rows, ticks }: { rows: readonly MatrixRow[]; ticks: Ticks }) => {
  const verbs = rows[0]?.codes.map(verbTitle) ?? []
  const turnAll = (codes: readonly FunctionCode[]) => ticks.turn(codes, !codes.filter((code) => !ticks.isFixed(code)).every(ticks.isOn))
  return (
    <div className="overflow-x-auto border-t border-line">
      <table className="w-full table-fixed text-small">
        <thead>
          <tr className="border-b border-line">
            <th className="w-40 px-4 py-2" />
            {verbs.map((verb, index) => (
              <th key={verb} scope="col" className="px-1 py-1 align-bottom font-normal">
                <HeaderButton label={t(verb)} onPress={() => turnAll(rows.flatMap(({ codes }) => codes[index] ?? []))} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ noun, title, codes }) => (
            <tr key={noun} className="border-b border-line last:border-none hover:bg-sunken">
              <th scope="row" className="px-4 py-1 text-left font-normal">
                <HeaderButton label={t(title)} onPress={() => turnAll(codes)} />
              </th>
              {codes.map((code) => (
                <td key={code} className="px-1 py-2 text-center">
                  <TickBox code={code} label={`${t(title)} ${t(verbTitle(code))}`} ticks={ticks} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const HeaderButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button type="button" onClick={onPress} className="pressable w-full rounded-control py-1 [text-align:inherit] hover:text-accent-strong">
    {label}
  </button>
)

/** One noun with its verbs beside each other. */
const MatrixChips = ({ row: { title, codes }, ticks }: { row: MatrixRow; ticks: Ticks }) => (
  <div role="group" aria-label={t(title)} className="border-t border-line px-4 py-2.5">
    <p className="text-body">{t(title)}</p>
    <div className="mt-1.5 flex flex-wrap gap-2">
      {codes.map((code) => (
        <label
          key={code}
          className={`flex min-h-9 items-center gap-1.5 rounded-full px-3 text-small ${ticks.isOn(code) ? 'bg-accent-soft text-accent-strong' : 'bg-sunken'} ${ticks.isFixed(code) ? 'opacity-60' : ''}`}
        >
          <TickBox code={code} label={t(verbTitle(code))} ticks={ticks} />
          {t(verbTitle(code))}
        </label>
      ))}
    </div>
  </div>
)
