import { CircleX } from 'lucide-react'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { back, openTab } from '../../travel.ts'
import { t } from '../../words.ts'

/** Something went wrong, in words. */
export default function Failure() {
  const { title, text } = useSearch('/pages/common/error')
  return (
    <Page>
      <div role="alert" className="flex flex-col items-center px-6 pt-16 text-center">
        <span className="flex size-24 items-center justify-center rounded-full bg-bad-soft text-bad">
          <CircleX size={44} strokeWidth={1.8} aria-hidden />
        </span>
        <p className="mt-6 text-large font-semibold">{title ?? t('出错了')}</p>
        <p className="mt-2 max-w-80 text-body text-quiet">{text ?? t('请返回重试；仍然不行时请联系管理员。')}</p>
        <div className="mt-10 flex w-full max-w-80 flex-col gap-3">
          <Button size="large" wide onClick={() => void back()}>
            {t('返回')}
          </Button>
          <Button size="large" kind="secondary" wide onClick={() => openTab('/pages/index/index')}>
            {t('回到工作台')}
          </Button>
        </div>
      </div>
    </Page>
  )
}
