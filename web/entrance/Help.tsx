import { Card, Section } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { t } from '../words.ts'

/** The manual: what an employee and what a manager does, step by step. */
export default function Help() {
  return (
    <Page width="form">
      <Card className="mb-4">
        <p className="text-body text-quiet">{t('在册记录资产与耗材从采购到处置的每一步。下面是最常做的事。')}</p>
      </Card>
      {chapters.map(({ title, topics }) => (
        <Section key={title} title={t(title)}>
          {topics.map(({ question, steps }) => (
            <details key={question} className="group/topic border-b border-line px-4 last:border-none">
              <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 py-2 text-body [&::-webkit-details-marker]:hidden">
                {t(question)}
                <span className="text-large text-faint transition-transform group-open/topic:rotate-45" aria-hidden>
                  +
                </span>
              </summary>
              <ol className="list-decimal space-y-1.5 pb-4 pl-5 text-body text-quiet">
                {steps.map((step) => (
                  <li key={step}>{t(step)}</li>
                ))}
              </ol>
            </details>
          ))}
        </Section>
      ))}
    </Page>
  )
}

const chapters = [
  {
    title: '我是员工',
    topics: [
      {
        question: '怎样领用一件资产？',
        steps: [
          '在工作台打开“发起申请”，选择资产领用。',
          '填写需要的型号、数量和用途，提交。',
          '审批通过后，管理员会为您分配资产；可在“我的申请”查看进度。',
          '领到的资产在“我的资产”中。',
        ],
      },
      {
        question: '怎样归还或退库？',
        steps: ['在“我的资产”中打开资产。', '借用的资产选择归还，领用的资产选择退库，提交申请。', '管理员确认收到后，资产就不在您名下了。'],
      },
      {
        question: '资产坏了怎么办？',
        steps: ['扫描资产上的二维码，或在“我的资产”中打开它。', '选择报修，写明故障并拍照，提交。', '修好后会收到消息。'],
      },
      {
        question: '什么时候会收到提醒？',
        steps: [
          '借用的资产到期前 3 天、前 1 天和当天；逾期后会继续提醒，直到归还。',
          '别人把资产交给您、您的资产修好时，会马上收到。',
          '提醒在工作日早上发出；每一类都可以在“消息设置”中关闭。',
        ],
      },
      {
        question: '怎样处理待我审批的事？',
        steps: ['在工作台打开“审批处理”。', '打开一项，核对内容。', '同意、驳回，或转交给别人，并写下意见。'],
      },
    ],
  },
  {
    title: '我是管理员',
    topics: [
      {
        question: '怎样登记已有的资产？',
        steps: [
          '先在“资产区域”和“资产分类”中建好区域和分类。',
          '在“资产台账”中导入表格，按提示对应每一列。',
          '检查无误后导入；有误的行会指出第几行第几列。',
        ],
      },
      {
        question: '怎样入库新买的资产？',
        steps: ['新建资产入库单，选择供应商和区域。', '加入型号、数量和单价，提交。', '入库后每件资产都有编号，可以打印标签。'],
      },
      {
        question: '怎样盘点？',
        steps: ['新建盘点单，选择区域或分类。', '用手机逐个扫描资产二维码，断网也能继续。', '提交后查看盘盈与盘亏，并生成处理单。'],
      },
      {
        question: '怎样知道库存不足、保养和保修到期？',
        steps: [
          '您管理的库存低于最低库存时会马上收到消息，补足时再收到一次。',
          '您管理的资产保养到期、保修到期和逾期未还，会在工作日早上提醒。',
        ],
      },
      {
        question: '为什么不能发放资产？',
        steps: ['发放和盘点需要先为您设置管理区域。', '系统管理员在“资产区域”里打开一个区域，把您设为它的管理员。'],
      },
    ],
  },
]
