import { ArrowRight, ArrowUpCircle, Ban, ChevronDown, CircleCheck, Info, type LucideIcon, Shuffle } from 'lucide-react'
import type { MigrationClassAnswer, SurveyAnswer } from '../../../domain/approval/operations/flows.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Choices } from '../../look/fields/Choices.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { DifferenceRow } from '../design/flow/DifferenceRow.tsx'
import { useSearch } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { type Upgrade, type UpgradeQuery, useUpgrade } from './useUpgrade.ts'
import { UpgradeStanding } from './FlowUpgradeStanding.tsx'

/** Moves the running applications of a flow to one of its versions: what would happen to each, what to decide, and how it goes. */
export default function FlowUpgrade() {
  const { flowKey = '' } = useSearch('/pages/flow/flowupgrade')
  const upgrade = useUpgrade(flowKey)
  const { flow, running, survey, movable, failed, dry, sending } = upgrade
  return (
    <Page
      text={flow && t(flow.flowName)}
      width="form"
      onRefresh={upgrade.refetch}
      bottom={
        !running &&
        survey &&
        movable > 0 && (
          <Button
            size="large"
            wide
            icon={ArrowUpCircle}
            busy={sending}
            disabled={dry.isPlaceholderData}
            onClick={() => void upgrade.start()}
          >
            {t('升级{count}个申请', { count: movable })}
          </Button>
        )
      }
    >
      {failed && <Problem error={failed.error} onRetry={failed.refetch} />}
      {!failed && !upgrade.isKnown && <Skeleton picture={false} />}
      {!failed && upgrade.isKnown && <UpgradeView upgrade={upgrade} />}
    </Page>
  )
}

/** How the last upgrade goes; where none is running, the version to upgrade to and what it would do. */
const UpgradeView = ({ upgrade }: { upgrade: Upgrade }) => {
  const { latest, running, target, survey } = upgrade
  return (
    <>
      {latest && (running || latest.version === target) && <UpgradeStanding upgrade={latest} />}
      {!running && (
        <>
          <TargetVersion upgrade={upgrade} />
          {survey ? <SurveyView upgrade={upgrade} survey={survey} /> : <Skeleton picture={false} />}
        </>
      )}
    </>
  )
}

const TargetVersion = ({ upgrade: { versions, flow, target, survey, chooseVersion } }: { upgrade: Upgrade }) => (
  <Section title={t('升级到')}>
    <Choice
      label={t('目标版本')}
      required
      value={String(target ?? '')}
      onChange={chooseVersion}
      options={versions.map(({ version }) => ({
        value: String(version),
        label: t(version === flow?.version ? '版本{version}（使用中）' : '版本{version}', { version }),
      }))}
    />
    {survey?.versions.map((row) => (
      <div key={row.version} className="mx-4 flex items-center gap-2 border-b border-line py-3 text-body last:border-none">
        <span>{t('版本{version}', { version: row.version })}</span>
        <ArrowRight size={16} className="text-faint" aria-hidden />
        <span>{t('版本{version}', { version: target ?? '' })}</span>
        <span className="ml-auto text-quiet">{t('{count}个进行中', { count: row.running })}</span>
      </div>
    ))}
  </Section>
)

/** What the upgrade would do, and what is to be decided. */
const SurveyView = ({ upgrade, survey }: { upgrade: Upgrade; survey: SurveyAnswer }) => {
  const { asked, dry, setMapping, setNotReached, setReturnAll, setReenter } = upgrade
  if (survey.versions.length === 0)
    return <Empty icon={CircleCheck} title={t('没有需要升级的申请')} text={t('进行中的申请都已经是这个版本。')} />
  return (
    <div className={`transition-opacity ${dry.isPlaceholderData ? 'opacity-60' : ''}`}>
      <Counts survey={survey} />
      <Counterparts survey={survey} mapping={asked.mapping ?? {}} onChange={setMapping} />
      <Reasons survey={survey} />
      <Options survey={survey} asked={asked} onNotReached={setNotReached} onReturnAll={setReturnAll} onReenter={setReenter} />
      <Changes survey={survey} />
    </div>
  )
}

type OptionProps = {
  survey: SurveyAnswer
  asked: UpgradeQuery
  onNotReached: (node: string) => void
  onReturnAll: (all: boolean) => void
  onReenter: (nodes: readonly string[]) => void
}

const Options = ({ survey, asked: { notReached, returnAll, reenter }, onNotReached, onReturnAll, onReenter }: OptionProps) => (
  <Section title={t('选项')}>
    <Choice
      label={t('仅升级未到达此环节的')}
      placeholder={t('不限')}
      value={notReached ?? ''}
      onChange={onNotReached}
      options={survey.earlier.map(({ nodeId, nodeName }) => ({ value: nodeId, label: nodeName }))}
    />
    <Switch label={t('全部退回发起人')} text={t('由发起人确认后重新提交')} value={returnAll === true} onChange={onReturnAll} />
    {!returnAll && survey.active.length > 0 && (
      <Choices
        label={t('重新询问处理人')}
        hint={t('按新版本重新确定处理人，已同意的不用再审批。')}
        value={reenter ?? []}
        onChange={onReenter}
        options={survey.active.map(({ nodeId, nodeName }) => ({ value: nodeId, label: nodeName }))}
      />
    )}
  </Section>
)

/** How many would fare how. */
const Counts = ({ survey: { counts } }: { survey: SurveyAnswer }) => (
  <section className="mb-4">
    <h2 className="px-1 pb-2 text-small font-medium text-quiet">{t('检查结果')}</h2>
    <ul className="grid grid-cols-2 gap-3 tablet:grid-cols-4">
      {classOrder.map((one) => {
        const { icon: Icon, words, tone } = classLooks[one]
        const count = counts[one]
        return (
          <li key={one} className={`rounded-card bg-card p-3.5 shadow-lift ${count === 0 ? 'opacity-60' : ''}`}>
            <span className={`flex items-center gap-1.5 text-small ${count === 0 ? 'text-quiet' : tone}`}>
              <Icon size={16} aria-hidden />
              {t(words)}
            </span>
            <span className="mt-1 block text-huge font-semibold tabular-nums">{count}</span>
          </li>
        )
      })}
    </ul>
  </section>
)

/** Why; each reason opens to the applications behind it. */
const Reasons = ({ survey: { groups } }: { survey: SurveyAnswer }) => (
  <Section title={t('原因和申请')}>
    {groups.map((group) => (
      <Group key={JSON.stringify([group.class, group.reasons])} group={group} />
    ))}
  </Section>
)

const Group = ({ group: { class: how, reasons, count, processes } }: { group: SurveyAnswer['groups'][number] }) => {
  const { icon: Icon, words, tone } = classLooks[how]
  return (
    <details className="group/reason border-b border-line last:border-none">
      <summary className="pressable flex min-h-13 cursor-pointer list-none items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
        <Icon size={20} className={`shrink-0 ${tone}`} aria-hidden />
        <span className="min-w-0 flex-1 text-body">
          {reasons.length === 0
            ? t(words)
            : reasons.map(({ reason, words: said }, index) => (
                <span key={reason + said} className={`block ${index > 0 ? 'text-small text-quiet' : ''}`}>
                  {said}
                </span>
              ))}
        </span>
        <span className="shrink-0 text-body tabular-nums text-quiet">{t('{count}个', { count })}</span>
        <ChevronDown size={18} className="shrink-0 text-faint transition group-open/reason:rotate-180" aria-hidden />
      </summary>
      <div className="bg-sunken/50">
        {processes.map(({ processId, title, from }) => (
          <Cell
            key={processId}
            title={title}
            value={t('版本{version}', { version: from })}
            onPress={() => go('/pages/flow/progress', { processId: processId })}
          />
        ))}
        {count > processes.length && (
          <p className="px-4 py-2.5 text-small text-faint">{t('只列出前{count}个', { count: processes.length })}</p>
        )}
      </div>
    </details>
  )
}

/** What the steps become that the target does not have. */
const Counterparts = ({
  survey: { renamable },
  mapping,
  onChange,
}: {
  survey: SurveyAnswer
  mapping: Readonly<Record<string, string>>
  onChange: (mapping: Readonly<Record<string, string>>) => void
}) =>
  renamable.length > 0 && (
    <Section title={t('对应环节')} note={t('这些环节在目标版本中已不存在，正停在上面的申请需要指定接续的环节。')}>
      {renamable.map(({ nodeId, nodeName, count, candidates }) => (
        <Choice
          key={nodeId}
          label={t('“{node}”（{count}个）', { node: t(nodeName), count })}
          placeholder={candidates.length === 0 ? t('没有同类环节') : t('不指定，保持原版本')}
          disabled={candidates.length === 0}
          value={mapping[nodeId] ?? ''}
          onChange={(next) => {
            const { [nodeId]: _, ...others } = mapping
            onChange(next ? { ...others, [nodeId]: next } : others)
          }}
          options={candidates.map((candidate) => ({ value: candidate.nodeId, label: candidate.nodeName }))}
        />
      ))}
    </Section>
  )

const Changes = ({ survey: { versions } }: { survey: SurveyAnswer }) => (
  <>
    {versions.map(({ version, differences }) => (
      <Section key={version} title={t('与版本{version}相比的变化', { version })}>
        {differences.length === 0 ? (
          <p className="px-4 py-3.5 text-body text-quiet">{t('两个版本的设置完全一样。')}</p>
        ) : (
          [...Map.groupBy(differences, ({ subject }) => subject)].map(([subject, rows]) => (
            <div key={subject} className="border-b border-line last:border-none">
              <p className="px-4 pt-3 text-body font-semibold">{t(subject)}</p>
              <ul>
                {rows.map((row) => (
                  <DifferenceRow key={`${row.change}/${row.label}`} row={row} />
                ))}
              </ul>
            </div>
          ))
        )}
      </Section>
    ))}
  </>
)

const classOrder: readonly MigrationClassAnswer[] = ['ok', 'warning', 'needsMapping', 'impossible']

const classLooks: Readonly<Record<MigrationClassAnswer, { icon: LucideIcon; words: string; tone: string }>> = {
  ok: { icon: CircleCheck, words: '可以升级', tone: 'text-good' },
  warning: { icon: Info, words: '可以升级，请留意', tone: 'text-warn' },
  needsMapping: { icon: Shuffle, words: '需要对应环节', tone: 'text-accent-strong' },
  impossible: { icon: Ban, words: '不能升级', tone: 'text-bad' },
}
