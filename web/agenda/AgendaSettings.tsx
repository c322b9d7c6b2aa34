import { Copy, Rss, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { agendaSources } from '../../domain/agenda/source.ts'
import { agendaOperations } from '../../domain/agenda/operations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { copyText } from '../shell/copyText.ts'
import { fullTime } from '../shell/dateWords.ts'
import { useSend } from '../send.ts'
import { store, stored } from '../session/session.ts'
import { t } from '../words.ts'
import { keysOf } from '../../kernel/keysOf.ts'

const hiddenKey = 'agenda_hidden'
const everySource = keysOf(agendaSources)

/** The sources that this device does not show. */
export const useHidden = (): [hidden: readonly string[], set: (hidden: readonly string[]) => void] => {
  const [hidden, setHidden] = useState<readonly string[]>(() => stored<string[]>(hiddenKey) ?? [])
  return [
    hidden,
    (next) => {
      setHidden(next)
      store(hiddenKey, next, 0)
    },
  ]
}

type Props = { open: boolean; onClose: () => void; hidden: readonly string[]; onHidden: (hidden: readonly string[]) => void }

/** What an agenda shows besides events, and the address by which the phone's own calendar reads it. */
export const AgendaSettings = ({ open, onClose, hidden, onHidden }: Props) => (
  <Sheet open={open} onClose={onClose} title={t('显示与订阅')} tall>
    <Section title={t('同时显示')} note={t('这些日子从各自的单据和资料实时读取，点开可以直接办理。')}>
      {everySource.map((source) => (
        <Switch
          key={source}
          label={t(agendaSources[source])}
          value={!hidden.includes(source)}
          onChange={(isShown) => onHidden(isShown ? hidden.filter((each) => each !== source) : [...hidden, source])}
        />
      ))}
    </Section>
    {open && <Feeds hidden={hidden} />}
  </Sheet>
)

const Feeds = ({ hidden }: { hidden: readonly string[] }) => {
  const { data } = useAsk(agendaOperations.feeds, {})
  const make = useSend(agendaOperations.feed)
  const revoke = useSend(agendaOperations.revokeFeed, { done: '已停用' })
  const [privateTitles, setPrivateTitles] = useState(false)
  const [address, setAddress] = useState<string>()
  const create = async () => {
    const sources = everySource.filter((source) => !hidden.includes(source))
    await make.send({ sources, privateTitles }).then(({ path }) => setAddress(host.address + path), ignoreCallError)
  }
  const stop = async (id: string) => {
    if (await confirm({ title: t('停用这个订阅地址？'), text: t('使用它的日历将不再更新。'), yes: t('停用'), danger: true }))
      await revoke.send({ id }).catch(ignoreCallError)
  }
  return (
    <>
      <Section
        title={t('订阅到手机日历')}
        note={t('把地址添加到手机或电脑的日历应用（添加订阅日历），日程会自动更新。知道地址的人都能看到内容，请勿转发。')}
      >
        <Switch
          label={t('包含私密日程的主题')}
          text={t('不包含时，私密日程在订阅中只显示为忙碌')}
          value={privateTitles}
          onChange={setPrivateTitles}
        />
        <div className="p-4">
          <Button wide kind="secondary" icon={Rss} busy={make.sending} onClick={() => void create()}>
            {t('生成订阅地址')}
          </Button>
        </div>
      </Section>
      {address && <Address key={address} address={address} />}
      {data && data.list.length > 0 && (
        <Section title={t('使用中的地址')}>
          {data.list.map(({ id, createdAt, fetchedAt, sources, privateTitles: titles }) => (
            <div key={id} className="flex items-center">
              <div className="min-w-0 flex-1">
                <Cell
                  title={t('{time}生成', { time: fullTime(createdAt) })}
                  text={[
                    fetchedAt ? t('最近读取 {time}', { time: fullTime(fetchedAt) }) : t('还没有被读取'),
                    t('{n}种来源', { n: sources.length }),
                    titles ? t('含私密主题') : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </div>
              <WriteIconButton icon={Trash2} iconSize={20} label={t('停用')} busy={revoke.sending} onClick={() => void stop(id)} />
            </div>
          ))}
        </Section>
      )}
    </>
  )
}

/** Shown once: it is kept nowhere. Where the clipboard is absent it is marked, to be copied by hand. */
const Address = ({ address }: { address: string }) => {
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <Card className="mb-4">
      <p className="pb-2 text-small text-quiet">{t('地址只显示这一次，请现在复制。')}</p>
      <textarea
        ref={field}
        readOnly
        rows={3}
        value={address}
        aria-label={t('订阅地址')}
        onFocus={(event) => event.currentTarget.select()}
        className="w-full resize-none break-all rounded-control bg-sunken p-3 text-small"
      />
      <Button
        wide
        className="mt-2"
        icon={Copy}
        onClick={() => {
          field.current?.select()
          void copyText(address)
        }}
      >
        {t('复制地址')}
      </Button>
    </Card>
  )
}
