import { Plus, Workflow } from 'lucide-react'
import { type EventRule, eventRuleList } from '../../domain/eventRules/operations.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { when } from '../shell/when.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { eventWords } from './ruleWords.ts'

const openRule = (id?: string) => go('/pages/user/eventrule', id === undefined ? {} : { id })

/** The rules by which things happen by themselves: which there are, and how each goes. */
export default function EventRules() {
  const { data, error, refetch } = useAsk(eventRuleList, {}, { staleMs: 0 })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const retiredRules = data.list.filter(({ isRetired }) => isRetired)
  const rules = data.list.filter(({ isRetired }) => !isRetired)
  return (
    <Page width="form" right={<IconButton icon={Plus} label={t('新增规则')} onClick={() => openRule()} />} onRefresh={refetch}>
      {rules.length === 0 ? (
        <Empty
          icon={Workflow}
          title={t('还没有自动规则')}
          text={t('例如：保修期还有30天到期时，通知使用人和区域管理员；申请被驳回时，提醒申请人重新发起。')}
          action={{ label: t('新增规则'), onPress: () => openRule() }}
        />
      ) : (
        <RuleSection rules={rules} />
      )}
      {retiredRules.length > 0 && <RuleSection title={t('已停用')} rules={retiredRules} />}
    </Page>
  )
}

const RuleSection = ({ title, rules }: { title?: string; rules: readonly EventRule[] }) => (
  <Section title={title} flush>
    {rules.map((rule) => (
      <Cell
        key={rule.id}
        icon={Workflow}
        title={rule.title}
        text={standingWords(rule)}
        value={<RuleTag rule={rule} />}
        onPress={() => openRule(rule.id)}
      />
    ))}
  </Section>
)

const standingWords = (rule: EventRule): string =>
  [eventWords(rule), rule.lastAt ? t('{time}执行过', { time: when(rule.lastAt) }) : t('还没有执行过')].join(' · ')

/** How it goes with a rule; off it is switched on by hand in its editor. */
const RuleTag = ({ rule: { isOn, isRetired, failedCount } }: { rule: EventRule }) => {
  if (isRetired || !isOn) return <Tag>{t(isRetired ? '已停用' : '已关闭')}</Tag>
  return failedCount > 0 ? <Tag tone="bad">{t('{count}次失败', { count: failedCount })}</Tag> : <Tag tone="good">{t('使用中')}</Tag>
}
