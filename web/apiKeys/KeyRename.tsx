import { useState } from 'react'
import { isNetwork } from '../../domain/access/network.ts'
import { type ApiKey, keyUpdate } from '../../domain/access/keyOperations.ts'
import { Button } from '../look/Button.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { networksIn, networksText } from './keyWords.ts'

/** Changes the name of a key and where it may come from. */
export const KeyRename = ({ apiKey: { id, version, name, networks } }: { apiKey: ApiKey }) => {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState({ name, networks: networksText(networks) })
  const { send, sending: isSaving } = useSend(keyUpdate, { done: '已保存' })
  const wrongNetwork = networksIn(draft.networks).find((network) => !isNetwork(network))
  const save = async () => {
    await send({ id, version, name: draft.name, networks: networksIn(draft.networks) })
    setOpen(false)
  }
  return (
    <>
      <Button size="large" kind="secondary" wide onClick={() => setOpen(true)}>
        {t('修改名称和网络地址')}
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('修改密钥')}
        footer={
          <Button
            size="large"
            wide
            busy={isSaving}
            disabled={draft.name.trim() === '' || wrongNetwork !== undefined}
            onClick={() => void save()}
          >
            {t('保存')}
          </Button>
        }
      >
        <TextField label={t('名称')} value={draft.name} onChange={(value) => setDraft({ ...draft, name: value })} maxLength={40} required />
        <TextArea
          label={t('允许的网络地址')}
          value={draft.networks}
          onChange={(value) => setDraft({ ...draft, networks: value })}
          hint={t('每行一个，例如203.0.113.0/24；不填则不限')}
          max={1000}
          lines={3}
          error={wrongNetwork === undefined ? undefined : t('“{network}”不是网络地址', { network: wrongNetwork })}
        />
      </Sheet>
    </>
  )
}
