import { LogOut } from 'lucide-react'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { useSession } from '../../session/session.ts'
import { openTab, replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** Where one ends up after leaving. */
export default function Exit() {
  const { token } = useSession()
  return (
    <Page header={null}>
      <div className="flex flex-col items-center px-6 pt-[22vh] text-center">
        <span className="flex size-24 items-center justify-center rounded-full bg-sunken text-quiet">
          <LogOut size={40} strokeWidth={1.8} aria-hidden />
        </span>
        <h1 className="mt-6 text-large font-semibold">{token ? t('要离开吗？') : t('您已退出')}</h1>
        <p className="mt-2 text-body text-quiet">{token ? t('您仍然处于登录状态，可以直接关闭此页。') : t('感谢使用，可以关闭此页了。')}</p>
        <Button
          size="large"
          className="mt-10 w-full max-w-80"
          onClick={() => (token ? openTab('/pages/index/index') : replace('/pages/login'))}
        >
          {token ? t('回到工作台') : t('重新登录')}
        </Button>
      </div>
    </Page>
  )
}
