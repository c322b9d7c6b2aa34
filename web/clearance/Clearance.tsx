import { CircleCheck, Printer } from 'lucide-react'
import { useState } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import { type ClearanceAct, clearanceInfo, clearancePdf } from '../../domain/clearance/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { downloadSheet } from '../forms/sheetFile.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { toast } from '../look/overlays/toast.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { documentStates } from '../../domain/documents/define.ts'
import { documentHref } from '../places.ts'
import { useSearch } from '../screen.ts'
import { when } from '../shell/when.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { ClearanceForm } from './ClearanceForm.tsx'

type ClearanceState = OutputOf<typeof clearanceInfo>

/** A person who leaves: what is in their name, the act that clears it, what came of it, and the paper. */
export default function Clearance() {
  const { uid = '' } = useSearch('/pages/addressbook/clearance')
  const { data, error, refetch } = useAsk(clearanceInfo, { uid })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const { person, acts } = data
  return (
    <Page
      text={[person.userName, person.deptName, person.position, person.employeeNo].filter(Boolean).join(' · ')}
      right={<PrintButton uid={uid} name={person.userName} />}
      onRefresh={refetch}
    >
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <Open state={data} />
          {acts.map((act) => (
            <Act key={act.id} act={act} />
          ))}
        </div>
        <ClearanceForm state={data} />
      </div>
    </Page>
  )
}

const PrintButton = ({ uid, name }: { uid: string; name: string }) => {
  const [isBusy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    try {
      await downloadSheet(clearancePdf, { uid }, `${t('离职清退单')}-${name}.pdf`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="plain" size="small" icon={Printer} busy={isBusy} onClick={() => void print()}>
      {t('离职清退单')}
    </Button>
  )
}

/** What is still in the person's name. */
const Open = ({ state: { holdings, files, person } }: { state: ClearanceState }) => (
  <Section title={t('名下未交接')} right={person.isDisabled && <Tag tone="bad">{t('停用')}</Tag>}>
    {holdings.length === 0 && (
      <p className="flex min-h-13 items-center gap-2.5 px-4 text-body text-good">
        <CircleCheck size={20} aria-hidden />
        {t('已全部清退')}
      </p>
    )}
    {holdings.map(({ key, what, count, names }) => (
      <Cell
        key={key}
        title={what}
        text={[...names, ...(count > names.length ? ['…'] : [])].join(t('、'))}
        value={t('{count}项', { count })}
      />
    ))}
    {files > 0 && <Cell title={t('个人网盘中的文件')} text={t('由本人确认')} value={t('{count}项', { count: files })} />}
  </Section>
)

/** What was done, with the documents that it submitted. */
const Act = ({ act: { at, by, successor, store, note, documents } }: { act: ClearanceAct }) => (
  <Section title={t('{time} 由{person}办理', { time: when(at), person: by })}>
    {successor && <Cell title={t('接替人')} value={successor} />}
    {store && <Cell title={t('归还到')} value={store} />}
    {note && <Cell title={t('说明')} value={note} />}
    {documents.map(({ id, kind, code, state, lines }) => (
      <Cell
        key={id}
        title={t(documentKind(kind)?.title ?? kind)}
        text={`${code} · ${t('{count}项', { count: lines })}`}
        value={<Tag tone={state === 'posted' ? 'good' : 'accent'}>{t(documentStates[state])}</Tag>}
        onPress={() => goHref(documentHref(kind, id))}
      />
    ))}
    {!successor && !store && !note && documents.length === 0 && <Card>{t('没有要归还或移交的')}</Card>}
  </Section>
)
