import { roleMatrix } from '../../domain/access/matrix.ts'
import { isKeyCode } from '../../domain/access/keyAccess.ts'
import { isReadingCode } from '../../domain/access/codes.ts'
import { CodeGroups, type Ticks } from '../people/RoleMatrix.tsx'
import { useCodes } from '../shell/codes.ts'

type Props = { codes: readonly string[]; isReadOnly: boolean; onChange: (codes: string[]) => void }

/** What a key may do: of its maker's rights those that a key may have, for one that only reads those that read. */
export const KeyMatrix = ({ codes, isReadOnly, onChange }: Props) => {
  const ownCodes = useCodes()
  const groups = roleMatrix()
    .map((group) => ({
      ...group,
      rows: group.rows
        .map((row) => ({
          ...row,
          codes: row.codes.filter((code) => isKeyCode(code) && ownCodes.has(code) && (!isReadOnly || isReadingCode(code))),
        }))
        .filter((row) => row.codes.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0)
  const ticks: Ticks = {
    isOn: (code) => codes.includes(code),
    isFixed: () => false,
    turn: (changedCodes, on) =>
      onChange(
        on ? [...new Set([...codes, ...changedCodes])] : codes.filter((code) => !changedCodes.some((changedCode) => changedCode === code)),
      ),
  }
  return <CodeGroups groups={groups} ticks={ticks} />
}
