import { CalendarDays, ChartColumn, ClipboardList, Download, Ellipsis, MonitorCog, Plus, Webhook, Workflow } from 'lucide-react'
import { createElement, useState } from 'react'
import { flowCategories } from '../../../domain/approval/flow/templates/all.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { type FlowRow } from '../../../domain/approval/operations/installedFlows.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import { flowInstallPageSize } from '../../../domain/rules/constants.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Tag } from '../../look/Tag.tsx'
import { useAllowed } from '../../shell/useAllowed.ts'
import { FlowSheet, type FlowSheetFor } from '../design/form/FlowSheet.tsx'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { useResources } from '../../screen.ts'
import { go } from '../../travel.ts'
import { SwitchInput } from '../../look/fields/SwitchInput.tsx'
import { t } from '../../words.ts'
import { useFlowActs } from './useFlowActs.ts'

/** Every flow of the organisation with how it stands, and the delivered ones that may be installed. */
export default function FlowList() {
  const [keyword, setKeyword] = useState('')
  const [about, setAbout] = useState<FlowSheetFor>()
  const isAllowed = useAllowed()
  const [mayDesign, mayInstall] = [isAllowed('workflow:design'), isAllowed('workflow:install')]
  const { data, error, isError, refetch } = useAsk(flowOperations.flows, { pageSize: flowInstallPageSize })
  const forms = useAsk(formOperations.forms, { pageSize: 100 }, { enabled: mayDesign, staleMs: 30_000 })
  const wantedFlows = (data?.list ?? []).filter(({ flowName }) => t(flowName).toLowerCase().includes(keyword.trim().toLowerCase()))
  const groups = flowCategories
    .map(({ moduleCode, name }) => ({ moduleCode, name, flows: wantedFlows.filter((flow) => flow.moduleCode === moduleCode) }))
    .filter(({ flows }) => flows.length > 0)
  const make = async () => {
    const publishedForms = (forms.data?.list ?? []).filter(({ version }) => version !== null)
    const answer = await choose(t('新建流程'), [
      ...publishedForms.map(({ formKey, formName }) => ({ value: formKey, label: t('用“{form}”', { form: t(formName) }) })),
      { value: '', label: t('先设计一个表单') },
    ])
    if (answer === '') return go('/pages/flow/formlist', {})
    const form = publishedForms.find(({ formKey }) => formKey === answer)
    if (form) setAbout({ act: 'make', ...form })
  }
  return (
    <Page
      onRefresh={refetch}
      right={
        mayDesign && (
          <Button size="small" icon={Plus} onClick={() => void make()}>
            {t('新建')}
          </Button>
        )
      }
    >
      <div className="mb-3 pt-1">
        <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索流程')} />
      </div>
      <Links />
      {isError && <Problem error={error} onRetry={refetch} />}
      {!isError && !data && <Skeleton />}
      {!isError && data && groups.length === 0 && <Empty icon={Workflow} title={t('没有找到')} text={t('换个词试试')} />}
      {!isError &&
        groups.map(({ moduleCode, name, flows }) => (
          <section key={moduleCode} className="mb-5">
            <h2 className="px-1 pb-2 text-small font-medium text-quiet">{t(name)}</h2>
            <ul className="grid grid-cols-1 gap-3 tablet:grid-cols-2 huge:grid-cols-3">
              {flows.map((flow) => (
                <li key={flow.flowKey}>
                  <FlowCard flow={flow} mayInstall={mayInstall} onAbout={mayDesign ? setAbout : undefined} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      {about && <FlowSheet open onClose={() => setAbout(undefined)} about={about} />}
    </Page>
  )
}

/** Ways to what belongs to flows; only those that the menu holds. */
const Links = () => {
  const resources = useResources()
  const knownPaths = new Set((resources ?? []).map(({ mobilePath }) => mobilePath?.split('?')[0]))
  const links = (
    [
      { path: '/pages/flow/formlist', title: '表单管理', icon: ClipboardList },
      { path: '/pages/flow/statistics', title: '流程统计', icon: ChartColumn },
      { path: '/pages/flow/services', title: '外部服务', icon: Webhook },
      { path: '/pages/flow/calendar', title: '工作日历', icon: CalendarDays },
      { path: '/pages/flow/monitor', title: '流程监控', icon: MonitorCog },
    ] as const
  ).filter(({ path }) => knownPaths.has(path))
  return (
    <nav aria-label={t('相关')} className="plain-scrollbar -mx-4 mb-4 flex gap-2 overflow-x-auto px-4 pt-1">
      {links.map(({ path, title, icon: Icon }) => (
        <button
          key={path}
          type="button"
          onClick={() => go(path)}
          className="flex h-11 shrink-0 items-center gap-2 rounded-control bg-card px-4 text-body shadow-lift transition active:opacity-60"
        >
          <Icon size={18} className="text-accent-strong" aria-hidden />
          {t(title)}
        </button>
      ))}
    </nav>
  )
}

type FlowCardProps = { flow: FlowRow; mayInstall: boolean; onAbout: ((sheet: FlowSheetFor) => void) | undefined }

const FlowCard = ({ flow, mayInstall, onAbout }: FlowCardProps) => {
  const { flowKey, installed, version, update } = flow
  const { install, isInstalling, toggle, isSwitching, chooseAct } = useFlowActs(flow)
  return (
    <Card flush className={installed ? '' : 'opacity-90'}>
      <div className="flex min-h-20 items-center">
        <button
          type="button"
          disabled={!installed}
          onClick={() => go('/pages/flow/flowdesign', { flowKey })}
          className={`flex min-w-0 flex-1 items-center gap-3 self-stretch py-3 pl-4 pr-2 text-left ${installed ? 'pressable' : 'cursor-default!'}`}
        >
          <FlowLook flow={flow} />
        </button>
        {update && (
          <Button size="small" kind="plain" onClick={() => go('/pages/flow/flowtemplate', { flowKey })}>
            {t('有更新')}
          </Button>
        )}
        {installed && onAbout && (
          <IconButton icon={Ellipsis} iconSize={18} label={t('更多操作')} className="text-quiet" onClick={() => void chooseAct(onAbout)} />
        )}
        {!installed && mayInstall && (
          <Button size="small" kind="secondary" icon={Download} busy={isInstalling} className="mr-4" onClick={() => void install()}>
            {t('安装')}
          </Button>
        )}
        {installed && mayInstall && version !== null && <FlowSwitch flow={flow} disabled={isSwitching} onToggle={() => void toggle()} />}
      </div>
    </Card>
  )
}

/** Its icon and name, and how it stands. */
const FlowLook = ({ flow }: { flow: FlowRow }) => {
  const { flowName, flowIcon, color, installed, version, running, formUpdate } = flow
  return (
    <>
      <span
        className={`flex size-11 shrink-0 items-center justify-center rounded-control text-white ${installed && isOn(flow) ? '' : 'grayscale-70 opacity-70'}`}
        style={{ backgroundColor: color }}
      >
        {createElement(menuIcon(flowIcon), { size: 22, 'aria-hidden': true })}
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words text-body font-medium">{t(flowName)}</span>
        <span className="mt-1 flex flex-wrap items-center gap-1.5 text-small text-quiet">
          {!installed && t('未安装')}
          {installed && (
            <>
              {version === null ? <Tag tone="warn">{t('未发布')}</Tag> : <span>{t('版本{version}', { version })}</span>}
              {running > 0 && <span>· {t('{count}个进行中', { count: running })}</span>}
              {!isOn(flow) && version !== null && <Tag>{t('已停用')}</Tag>}
              {formUpdate !== null && <Tag tone="warn">{t('表单已有新版本')}</Tag>}
            </>
          )}
        </span>
      </span>
    </>
  )
}

const isOn = ({ state }: FlowRow): boolean => state === 2

const FlowSwitch = ({ flow, disabled, onToggle }: { flow: FlowRow; disabled: boolean; onToggle: () => void }) => (
  <label className="mr-3 inline-flex size-12 shrink-0 items-center justify-center">
    <SwitchInput aria-label={t('启用{flow}', { flow: t(flow.flowName) })} checked={isOn(flow)} disabled={disabled} onChange={onToggle} />
  </label>
)
