import { CircleCheckBig } from 'lucide-react'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { openTab, replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** The application is on its way. */
export default function FlowSuccess() {
  const { title, text, processId } = useSearch('/pages/flow/success')
  return (
    <Page>
      <div role="status" className="flex flex-col items-center px-6 pt-16 text-center">
        <span className="flex size-24 items-center justify-center rounded-full bg-good-soft text-good">
          <CircleCheckBig size={44} strokeWidth={1.8} aria-hidden />
        </span>
        <p className="mt-6 text-large font-semibold">{title ?? t('提交成功')}</p>
        <p className="mt-2 max-w-80 text-body text-quiet">{text ?? t('审批结果会通过消息通知您。')}</p>
        <div className="mt-10 flex w-full max-w-80 flex-col gap-3">
          {processId && (
            <Button size="large" wide onClick={() => replace('/pages/flow/progress', { processId })}>
              {t('查看审批进度')}
            </Button>
          )}
          <Button size="large" kind={processId ? 'secondary' : 'primary'} wide onClick={() => openTab('/pages/index/index')}>
            {t('回到工作台')}
          </Button>
        </div>
      </div>
    </Page>
  )
}
