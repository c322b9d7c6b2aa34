import type { Chapter } from '../topic.ts'

/** What accountants of assets do. */
export const finance: Chapter = {
  key: 'finance',
  title: '财务',
  device: 'desk',
  topics: [
    {
      question: '怎样启用账簿、接管原来的账？',
      steps: [
        '在“账簿”中新建账簿，选择核算制度和启用月份；在“折旧规则”中设好方法、年限和残值率。',
        '从原来的账接过来时，在“期初余额”中导入每项资产的原值、累计折旧和已提月份；不导入则按规则推算。',
        '在“月末结账”中填写原账的合计作为控制数，启用账簿；合计差一分也会提示。',
      ],
      screens: ['/pages/goods/GsBook', '/pages/goods/GsOpening', '/pages/goods/GsDepreciationRule', '/pages/goods/GsUnitReading'],
      to: '/pages/goods/GsBook/months',
    },
    {
      question: '怎样计提折旧和结账？',
      steps: [
        '月末当天起，在“月末结账”中看清有没有没入账的单据、没有年限的资产，然后结账。',
        '结账后，日期在本月的单据不能再入账；需要更正时，可以反结最后一个月，写明原因。',
        '“折旧清单”可以看任何一个月的净值，也能看以后月份的预测；“增减变动表”按分类或部门汇总。',
      ],
      screens: ['/pages/goods/GsBook'],
      to: '/pages/goods/GsBook/months',
    },
    {
      question: '怎样登记减值、后续支出和年限变更？',
      steps: [
        '新建资产价值变动单，选择资产，填写后续支出、减值、新的年限、残值或折旧方法。',
        '变动从下一个计提月份起生效，已结账的月份不变；做错了可以冲销。',
      ],
      screens: ['/pages/goods/GsValueOrder'],
      to: '/pages/goods/GsValueOrder/index',
    },
    {
      question: '怎样拆分、合并资产，在建工程怎样转固？',
      steps: [
        '新建资产拆分合并单，选择拆分、合并或在建转固；加入原资产，再用“新资产”逐项登记，原值合计要与原资产相等，合并时自动带出。',
        '入账后原资产退出台账，折旧、减值和已提月份由新资产承接；在建转固的新资产从投入使用日期起计提。',
        '为“在建工程”一类的分类设置不计提的折旧规则，并在“入账科目”中填写在建工程科目（企业1604），转固凭证才会从在建工程转到固定资产。',
        '做错了可以冲销，新资产期间计提的折旧回到原资产。',
      ],
      screens: ['/pages/goods/GsConvertOrder'],
      to: '/pages/goods/GsConvertOrder/index',
    },
    {
      question: '怎样按部门、项目分摊折旧，查看处置损益？',
      steps: [
        '在“折旧分摊比例”中为资产登记承担部门或成本对象及其比例，不足100%的部分由使用部门承担。',
        '结账时按当时的比例分摊，结果在“折旧分摊”中查看，折旧凭证的费用同样分摊。',
        '处置单上填写处置收入和处置费用，“处置损益”列出所选月份的净值、收支和损益。',
      ],
      screens: ['/pages/goods/GsCostShare', '/pages/goods/GsBook/allocations', '/pages/goods/GsBook/disposals'],
      to: '/pages/goods/GsBook/allocations',
    },
    {
      question: '怎样把凭证传到总账并核对？',
      steps: [
        '每次结账都会生成凭证；在“记账凭证”中导出到用友或金蝶，导入后填回总账的凭证号。',
        '凭证可以逐张、勾选或按月打印成记账凭证，也可以下载PDF。',
        '金蝶K/3的模板另有一张说明列的工作表：先在K/3中引出标准格式凭证得到模板，再把导出的行粘贴到它的凭证表。',
        '科目在“入账科目”中按分类和部门设置，没有设置的用核算制度的科目。处置收入和处置费用填不含增值税的金额，税额在总账中另记。',
        '在“账账核对”中填写总账余额，不一致时会指出可能的原因。',
      ],
      screens: ['/pages/goods/GsAccountRule', '/pages/goods/GsBook/vouchers', '/pages/goods/GsBook/reconciliation'],
      to: '/pages/goods/GsBook/vouchers',
    },
  ],
}
