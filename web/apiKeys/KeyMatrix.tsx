import { roleMatrix } from '../../domain/access/matrix.ts'
import { isAccountCode, isKeyCode } from '../../domain/access/keyAccess.ts'
import { isReadingCode } from '../../domain/access/codes.ts'
import { CodeGroups, type Ticks } from '../people/RoleMatrix.tsx'
import { useCodes } from '../shell/codes.ts'

type Props = { codes: readonly string[]; isService: boolean; isReadOnly: boolean; onChange: (codes: string[]) => void }

/** What a key may do: of its maker's rights those that a key may have, for one that only reads those that read. */
export const KeyMatrix = ({ codes, isService, isReadOnly, onChange }: Props) => {
  const ownCodes = useCodes()
  const mayHave = isService ? isAccountCode : isKeyCode
  const groups = roleMatrix()
    .map((group) => ({
      ...group,
      rows: group.rows
        .map((row) => ({
          ...row,
          codes: row.codes.filter((code) => mayHave(code) && ownCodes.has(code) && (!isReadOnly || isReadingCode(code))),
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
