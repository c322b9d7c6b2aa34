import { useQuery, skipToken } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import { withCardColumns } from '../../domain/documents/cardColumns.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { deliveredTemplate, slipFacts, type SlipTemplate } from '../../domain/paper/slipTemplate.ts'
import { slipTemplateList, slipTemplateSave, slipTemplateTry } from '../../domain/paper/slipTemplateOperations.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Empty } from '../look/Empty.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { useSearch } from '../screen.ts'
import { useSend } from '../send.ts'
import { useOwnDocument } from '../documents/useOwnLines.ts'
import { useRecordKind } from '../records/useRecordKind.ts'
import { back } from '../travel.ts'
import { useRestingValue } from '../useRestingValue.ts'
import { t } from '../words.ts'
import { ArrangementEditor } from './ArrangementEditor.tsx'
import { paperHtml } from './paperHtml.ts'
import { PaperView } from './PaperView.tsx'

const settledMs = 400

/** How the documents of a kind are printed, beside the newest of them as it will look. Query: `kind`. */
export default function SlipTemplateEdit() {
  const { kind: name } = useSearch('/pages/user/sliptemplate')
  const kind = documentKind(name ?? '')
  const { data, error, refetch } = useAsk(slipTemplateList, {}, { once: true })
  if (!kind) return <Empty title={t('没有这种单据')} />
  if (!data) return <Pending error={error} onRetry={refetch} />
  const storedTemplate = data.list.find((row) => row.kind === kind.kind)
  return <Editor key={storedTemplate?.version ?? 0} kind={kind} template={storedTemplate?.template} version={storedTemplate?.version} />
}

/** A kind of document with all that a slip of it may print. */
const usePrintedDocument = (deliveredKind: DocumentKind): DocumentKind => {
  const kind = useOwnDocument(deliveredKind)
  const assetKind = useRecordKind('asset')
  return useMemo(() => (assetKind ? withCardColumns(kind, assetKind) : kind), [kind, assetKind])
}

type EditorProps = { kind: DocumentKind; template: SlipTemplate | undefined; version: number | undefined }

const Editor = ({ kind: deliveredKind, template, version }: EditorProps) => {
  const kind = usePrintedDocument(deliveredKind)
  const [draft, setDraft] = useState<SlipTemplate>(template ?? deliveredTemplate)
  const saveCall = useSend(slipTemplateSave)
  const save = async (next: SlipTemplate | null) => {
    try {
      await saveCall.send({ kind: kind.kind, template: next && withoutBlanks(next), ...(version !== undefined && { version }) })
      await back()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    }
  }
  const restore = async () => {
    if (await confirm({ title: t('恢复默认样式吗?'), text: t('您对这种单据的修改会被放弃。'), yes: t('恢复默认') })) await save(null)
  }
  return (
    <Page
      title={t('{title}的打印样式', { title: t(kind.title) })}
      bottom={
        <>
          {template && (
            <Button size="large" kind="secondary" wide className="wide:w-auto!" onClick={() => void restore()}>
              {t('恢复默认')}
            </Button>
          )}
          <Button size="large" wide className="wide:w-auto! wide:min-w-32" busy={saveCall.sending} onClick={() => void save(draft)}>
            {t('保存')}
          </Button>
        </>
      }
    >
      <div className="wide:grid wide:grid-cols-[minmax(20rem,26rem)_1fr] wide:items-start wide:gap-x-6">
        <Settings kind={kind} draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
        <div className="wide:sticky wide:top-4">
          <Preview kind={kind} template={draft} />
        </div>
      </div>
    </Page>
  )
}

type SettingsProps = { kind: DocumentKind; draft: SlipTemplate; onChange: (part: Partial<SlipTemplate>) => void }

const Settings = ({ kind, draft, onChange }: SettingsProps) => (
  <div>
    <Section title={t('纸张和标题')}>
      <Choice
        label={t('默认纸张')}
        required
        value={draft.size}
        onChange={(size) => onChange({ size: size === 'A5' ? 'A5' : 'A4' })}
        options={[
          { value: 'A4', label: 'A4' },
          { value: 'A5', label: 'A5' },
        ]}
      />
      <TextField
        label={t('标题')}
        maxLength={40}
        value={draft.title}
        placeholder={t('{title}单', { title: t(kind.title) })}
        onChange={(title) => onChange({ title })}
      />
      <Switch label={t('二维码')} text={t('扫码打开这张单据')} value={draft.hasCode} onChange={(hasCode) => onChange({ hasCode })} />
      <Switch label={t('合计金额')} value={draft.hasTotal} onChange={(hasTotal) => onChange({ hasTotal })} />
      <Switch label={t('审批记录')} value={draft.hasApproval} onChange={(hasApproval) => onChange({ hasApproval })} />
    </Section>
    <ArrangementEditor title={t('单据信息')} labels={slipFacts} arrangement={draft.facts} onChange={(facts) => onChange({ facts })} />
    <ArrangementEditor
      title={t('基本信息')}
      labels={labelsOf(kind.header)}
      arrangement={draft.fields}
      onChange={(fields) => onChange({ fields })}
    />
    <ArrangementEditor
      title={t('明细的列')}
      labels={labelsOf(kind.line)}
      arrangement={draft.columns}
      onChange={(columns) => onChange({ columns })}
    />
    <Section title={t('文字和签字')}>
      <TextArea
        label={t('说明文字')}
        max={1000}
        lines={3}
        value={draft.note}
        placeholder={t('印在签字上方，如保管责任、注意事项（选填）')}
        onChange={(note) => onChange({ note })}
      />
      <TextField
        label={t('签字人')}
        maxLength={130}
        value={draft.signatories.join('、')}
        placeholder={t('如：经办人、部门负责人、库管员')}
        hint={t('用顿号分开，最多6个；不填时用默认的')}
        onChange={(text) => onChange({ signatories: signatoriesIn(text) })}
      />
    </Section>
  </div>
)

/** As typed: the last one may still be empty while it is begun. */
const signatoriesIn = (text: string): string[] => (text === '' ? [] : text.split(/[、,，;；]/).slice(0, 6))

const labelsOf = (fields: Readonly<Record<string, { readonly label: string }>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([key, { label }]) => [key, label]))

const Preview = ({ kind, template }: { kind: DocumentKind; template: SlipTemplate }) => {
  const settledTemplate = useRestingValue(withoutBlanks(template), settledMs)
  const { data, error } = useAsk(slipTemplateTry, { kind: kind.kind, template: settledTemplate }, { keep: true })
  const { data: html } = useQuery({ queryKey: ['slip preview', data], queryFn: data ? () => paperHtml([data]) : skipToken })
  if (error) return <p className="px-1 py-4 text-small text-bad">{error.message}</p>
  if (data === null) return <Empty title={t('还没有这种单据，保存后新单据按它打印')} />
  return html && data ? <PaperView key={data.paper.size} html={html} title={t('预览')} size={data.paper.size ?? 'A4'} /> : null
}

/** Without places to sign that are only begun. */
const withoutBlanks = (template: SlipTemplate): SlipTemplate => ({
  ...template,
  signatories: template.signatories.map((label) => label.trim()).filter((label) => label !== ''),
})
