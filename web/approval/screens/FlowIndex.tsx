import { Boxes } from 'lucide-react'
import { useState } from 'react'
import { purposeOf } from '../../../domain/approval/flow/title.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { flowInstallPageSize } from '../../../domain/rules/constants.ts'
import { useAsk } from '../../ask.ts'
import { Card } from '../../look/Card.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Grid } from '../../look/Grid.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { openFlow } from '../flow/openFlow.ts'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { t } from '../../words.ts'

/** Everything one may apply for, by category. */
export default function FlowIndex() {
  const [keyword, setKeyword] = useState('')
  const categories = useAsk(flowOperations.categories, {}, { staleMs: 60_000 })
  const flows = useAsk(flowOperations.installedFlows, { state: 2, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const refresh = () => Promise.all([categories.refetch(), flows.refetch()])
  const wantedFlows = (flows.data?.list ?? []).filter(({ flowName }) => t(flowName).includes(keyword.trim()))
  const groups = (categories.data?.list ?? [])
    .map(({ catCode, catName }) => ({ catCode, catName, items: wantedFlows.filter(({ moduleCode }) => moduleCode === catCode) }))
    .filter(({ items }) => items.length > 0)
  return (
    <Page
      onRefresh={refresh}
      below={
        <div className="px-4 pb-2 wide:px-5">
          <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索流程')} />
        </div>
      }
    >
      {(flows.isError || categories.isError) && <Problem error={flows.error ?? categories.error} onRetry={refresh} />}
      {!flows.isError && !categories.isError && (!flows.data || !categories.data) && <Skeleton />}
      {!flows.isError && !categories.isError && flows.data && categories.data && groups.length === 0 && (
        <Empty icon={Boxes} title={t('没有可以发起的申请')} text={keyword ? t('换个词试试') : t('管理员安装流程后，会显示在这里。')} />
      )}
      {!flows.isError &&
        !categories.isError &&
        flows.data &&
        categories.data &&
        groups.length > 0 &&
        groups.map(({ catCode, catName, items }) => (
          <Card key={catCode} className="mb-3 !p-3">
            <h2 className="px-1 pb-1 text-title font-semibold">{t(catName)}</h2>
            <Grid
              items={items.map((flow) => ({
                key: flow.flowKey,
                title: purposeOf(t(flow.flowName)),
                icon: menuIcon(flow.flowIcon),
                color: flow.color,
                onPress: () => openFlow(flow),
              }))}
            />
          </Card>
        ))}
    </Page>
  )
}
