import { Copy, FileText, Radar, Send, Stamp } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { useAsk } from '../../ask.ts'
import { Badge } from '../../look/Badge.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Page } from '../../look/Page.tsx'
import { useCodes } from '../../shell/codes.ts'
import { AwaySetting } from '../process/AwaySetting.tsx'
import { useSearch } from '../../screen.ts'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** Everything about applying in one place, with what waits; `view=monitor` leads on to all applications, or those of `flowKey`. */
export default function Applying(): ReactNode {
  const codes = useCodes()
  const { view, flowKey } = useSearch('/pages/personal/apply')
  const leadsOn = view === 'monitor' && codes.has('workflow:list')
  useEffect(() => {
    if (leadsOn) replace('/pages/flow/monitor', flowKey ? { flowKey } : {})
  }, [leadsOn, flowKey])
  return leadsOn ? null : <Entrances monitor={codes.has('workflow:list')} />
}

const Entrances = ({ monitor }: { monitor: boolean }) => {
  const { data, refetch } = useAsk(processOperations.counts, {})
  return (
    <Page onRefresh={refetch} width="form">
      <Section>
        <Cell icon={Send} title={t('发起申请')} to="/pages/flow/flowindex" />
        <Cell
          icon={FileText}
          tint="#7a5af8"
          title={t('我的申请')}
          value={data && data.running + data.returned > 0 ? data.running + data.returned : undefined}
          to="/pages/personal/myapply"
        />
        <Cell
          icon={Stamp}
          tint="#e5484d"
          title={t('我的审批')}
          value={data && <Badge count={data.toDo} />}
          to="/pages/personal/myapprove"
        />
        <Cell
          icon={Copy}
          tint="#12b5cb"
          title={t('抄送我的')}
          value={data && <Badge count={data.copies} />}
          to="/pages/personal/flowCopy"
        />
        <AwaySetting />
      </Section>
      {monitor && (
        <Section title={t('管理')}>
          <Cell icon={Radar} tint="#0f766e" title={t('流程监控')} text={t('全部申请、异常、改派和终止')} to="/pages/flow/monitor" />
        </Section>
      )}
    </Page>
  )
}
