import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { type DiskSpace, diskSpaceList, diskSpaceUpdate } from '../../domain/disk/operations.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { spaceTitle } from './spaceTitle.ts'

const gigabyte = 1024 ** 3

/** What the person who manages the net disk sets: whether links may be made, and what the space that is looked at may take. */
export const DiskSettings = ({ space }: { space: DiskSpace }) => {
  const [open, setOpen] = useState(false)
  const mayManage = useAllowed()('netdisk:manage')
  if (!mayManage) return null
  return (
    <>
      <IconButton icon={Settings2} iconSize={20} label={t('网盘设置')} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('网盘设置')}>
        {open && <Fields space={space} onDone={() => setOpen(false)} />}
      </Sheet>
    </>
  )
}

const Fields = ({ space, onDone }: { space: DiskSpace; onDone: () => void }) => {
  const { data } = useAsk(diskSpaceList, {})
  const [gigabytes, setGigabytes] = useState(space.quotaBytes === null ? '' : String(Math.max(1, Math.round(space.quotaBytes / gigabyte))))
  const { send, sending } = useSend(diskSpaceUpdate, { done: '已保存' })
  const ignoreRefusal = () => undefined
  const save = () =>
    void send({ id: space.id, quotaBytes: gigabytes === '' ? null : Number(gigabytes) * gigabyte }).then(onDone, ignoreRefusal)
  return (
    <>
      <Card flush className="mb-4 shrink-0">
        <Switch
          label={t('允许链接共享')}
          text={t('有链接的人不用账号也能打开，可以设提取码和有效期。')}
          value={data?.linksAllowed ?? false}
          disabled={data === undefined || sending}
          onChange={(linksAllowed) => void send({ linksAllowed }).catch(ignoreRefusal)}
        />
      </Card>
      <Card flush className="mb-4 shrink-0">
        <NumberField
          label={t('{name}的空间（GB）', { name: spaceTitle(space) })}
          hint={t('不填则只受组织总空间限制')}
          value={gigabytes}
          onChange={setGigabytes}
          max={1_000_000}
          places={0}
        />
      </Card>
      <Button wide size="large" busy={sending} onClick={save}>
        {t('保存')}
      </Button>
    </>
  )
}
