import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { useSession } from '../../session/session.ts'
import { openTab, replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** A first greeting, for a person who came without knowing what this is. */
export default function Welcome() {
  const { token, username } = useSession()
  return (
    <Page header={null}>
      <div className="flex flex-col items-center px-6 pt-[18vh] text-center">
        <img src="/icons/icon.svg" alt="" width={88} height={88} />
        <h1 className="mt-6 text-huge font-semibold">{token ? t('{name}，您好', { name: username }) : t('欢迎使用在册')}</h1>
        <p className="mt-3 max-w-80 text-body text-quiet">{t('资产与耗材都在册：申请、审批、领用、归还、盘点，一步都不会丢。')}</p>
        <Button
          size="large"
          className="mt-10 w-full max-w-80"
          onClick={() => (token ? openTab('/pages/index/index') : replace('/pages/login'))}
        >
          {token ? t('开始使用') : t('登录')}
        </Button>
      </div>
    </Page>
  )
}
