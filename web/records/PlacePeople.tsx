import { useState } from 'react'
import { locationPeople, locationPeopleSave, type RecordRow } from '../../domain/records/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { useCodes } from '../shell/codes.ts'
import { learnNames } from '../cache.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { t } from '../words.ts'

/** Who manages a place besides its first manager, and who uses it. An administrator assigns them. */
export const PlacePeople = ({ row }: { row: RecordRow }) => {
  const { data } = useAsk(locationPeople, { locId: row.id, pageSize: 200 })
  const [isEditing, setEditing] = useState(false)
  const assigns = useCodes().has('gslocuser:save')
  if (!data) return null
  const managers = data.list.filter(({ kind, uid }) => kind === 'manager' && uid !== row['managerUid'])
  const users = data.list.filter(({ kind }) => kind === 'user')
  if (!assigns && managers.length + users.length === 0) return null
  const names = (people: typeof managers) => people.map(({ userName }) => userName).join(t('、'))
  const edit = () => {
    learnNames(Object.fromEntries(data.list.map(({ uid, userName }) => [uid, userName])))
    setEditing(true)
  }
  return (
    <>
      <Section
        title={t('区域人员')}
        {...(assigns && { note: t('其他管理员与管理员一样管理这里的资产和耗材；使用人会在“我的区域”里看到这里。') })}
        right={
          assigns && (
            <Button kind="plain" size="small" onClick={edit}>
              {t('分配')}
            </Button>
          )
        }
      >
        <Value label={t('其他管理员')}>{names(managers)}</Value>
        <Value label={t('使用人')}>{names(users)}</Value>
      </Section>
      <Sheet open={isEditing} onClose={() => setEditing(false)} title={t('分配区域人员')}>
        {isEditing && (
          <Assigning
            locId={row.id}
            managers={managers.map(({ uid }) => uid)}
            users={users.map(({ uid }) => uid)}
            onDone={() => setEditing(false)}
          />
        )}
      </Sheet>
    </>
  )
}

type Props = { locId: Id; managers: readonly Id[]; users: readonly Id[]; onDone: () => void }

const Assigning = ({ locId, managers: managed, users: used, onDone }: Props) => {
  const [managers, setManagers] = useState(managed)
  const [users, setUsers] = useState(used)
  const { send, sending } = useSend(locationPeopleSave, { done: '已保存' })
  const save = async () => {
    try {
      await send({ locId, managers: [...managers], users: [...users] })
      onDone()
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <Card flush className="shrink-0">
        <ReferencesField control={people} label={t('其他管理员')} value={managers} onChange={setManagers} />
        <ReferencesField control={people} label={t('使用人')} value={users} onChange={setUsers} />
      </Card>
      <Button size="large" wide busy={sending} onClick={() => void save()} className="mt-4">
        {t('确定')}
      </Button>
    </>
  )
}

const people = { type: 'reference', to: 'person', many: true, filter: { state: 'active' } } as const
