import { useState } from 'react'
import { roleList } from '../../../domain/access/userOperations.ts'
import { rolePageSize } from '../../../domain/rules/constants.ts'
import { type SavedView, type ViewSharing, viewSave } from '../../../domain/tables/viewOperations.ts'
import type { Table } from '../../../domain/tables/define.ts'
import type { TableView } from '../../../domain/tables/view.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Choices } from '../../look/fields/Choices.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'

type Props = {
  table: Table
  /** Undefined for a new one. */
  saved: SavedView | undefined
  view: TableView
  /** What a new one is called at first. */
  firstTitle?: string
  onClose: () => void
  onSaved: (id: Id, title: string) => void
}

/** What a view is called and who has it. */
export const ViewSheet = ({ table, saved, view, firstTitle = '', onClose, onSaved }: Props) => {
  const [id] = useState(() => saved?.id ?? newId())
  const [title, setTitle] = useState(saved?.title ?? firstTitle)
  const [shared, setShared] = useState<ViewSharing>(saved?.shared ?? 'nobody')
  const [roles, setRoles] = useState<readonly string[]>(saved?.roles ?? [])
  const { data: knownRoles } = useAsk(roleList, { pageSize: rolePageSize }, { enabled: shared === 'roles', staleMs: 300_000 })
  const { send, sending } = useSend(viewSave, { done: '视图已保存' })
  const isReady = title.trim() !== '' && (shared !== 'roles' || roles.length > 0)
  const save = async () => {
    await send({
      id,
      table: table.name,
      title: title.trim(),
      view,
      shared,
      roles: shared === 'roles' ? [...roles] : [],
      order: saved?.order ?? 0,
    })
    onSaved(id, title.trim())
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={saved ? t('视图设置') : t('保存视图')}
      footer={
        <Button wide busy={sending} disabled={!isReady} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <Card flush className="shrink-0">
        <TextField label={t('名称')} value={title} onChange={setTitle} maxLength={30} required autoFocus />
        <Choice
          label={t('共享给')}
          value={shared}
          onChange={setShared}
          required
          options={[
            { value: 'nobody', label: '仅自己' },
            { value: 'everybody', label: '所有人' },
            { value: 'roles', label: '指定角色' },
          ]}
        />
        {shared === 'roles' && (
          <Choices
            label={t('角色')}
            value={roles}
            onChange={setRoles}
            required
            options={(knownRoles?.list ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }))}
          />
        )}
      </Card>
    </Sheet>
  )
}
