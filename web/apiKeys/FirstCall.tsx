import { Copy, ExternalLink, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { firstCalls } from '../../domain/access/firstCalls.ts'
import { host } from '../../hosts/here.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { copyText } from '../shell/copyText.ts'
import { t } from '../words.ts'

/** The way from a key to the first rows, with programs to copy that have this server's address in them. */
export default function FirstCall() {
  const calls = firstCalls(host.address)
  const [program, setProgram] = useState('curl')
  const call = calls.find((option) => option.program === program)
  return (
    <Page width="page">
      <Section flush>
        <Cell
          icon={KeyRound}
          tint="#0081ff"
          title={t('1. 新建密钥')}
          text={t('在“资产档案”下选择“资产台账：查看”，只读即可')}
          to="/pages/user/apikeyedit"
        />
      </Section>
      <Card>
        <h2 className="text-body font-semibold">{t('2. 把密钥放进环境变量')}</h2>
        <Code text={'export ZAICE_KEY=zaice_…'} />
      </Card>
      <Card className="mt-3">
        <h2 className="text-body font-semibold">{t('3. 运行示例')}</h2>
        <p className="mt-1 text-small text-quiet">
          {program === 'curl' ? t('先看密钥能做什么，再读出前五件资产。') : t('只用标准库：读出全部资产，按游标翻页，被限流时等待后再试。')}
        </p>
        <div className="pt-3">
          <Tabs
            tabs={calls.map((option) => ({ value: option.program, label: option.program }))}
            value={program}
            onChange={setProgram}
            label={t('编程语言')}
            look="pill"
          />
        </div>
        {call && (
          <>
            <Code text={call.code} />
            <Button kind="secondary" icon={Copy} className="mt-3" onClick={() => void copyText(call.code)}>
              {t('复制')}
            </Button>
          </>
        )}
      </Card>
      <Section title={t('接口文档')} flush note={t('每个接口都写明参数、返回、需要的权限和拒绝的原因代码。')}>
        <Cell icon={ExternalLink} title={t('接口文档')} text="/api/docs" onPress={() => open('/api/docs', '_blank', 'noopener')} />
        <Cell
          icon={ExternalLink}
          title="OpenAPI 3.1"
          text="/api/openapi.json"
          onPress={() => open('/api/openapi.json', '_blank', 'noopener')}
        />
      </Section>
    </Page>
  )
}

const Code = ({ text }: { text: string }) => (
  <pre tabIndex={0} className="scroller mt-3 overflow-x-auto rounded-control bg-sunken px-4 py-3 text-small">
    <code>{text}</code>
  </pre>
)
