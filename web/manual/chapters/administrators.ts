import type { Chapter } from '../topic.ts'

/** What administrators of an organisation do. */
export const administrators: Chapter = {
  key: 'administrators',
  title: '系统管理员',
  device: 'desk',
  topics: [
    {
      question: '怎样邀请同事？',
      steps: [
        '先在“人员管理”中导入或新增人员。',
        '在“邀请人员”中发送链接，同事打开后自己设置密码。',
        '用开放链接加入的人，需要您逐个同意。',
      ],
      screens: ['/pages/addressbook/invite', '/pages/addressbook/person'],
      to: '/pages/addressbook/invite',
    },
    {
      question: '怎样分配角色和管理区域？',
      steps: ['在“角色与权限”中选择角色，加入人员；马上生效。', '在“资产区域”中为每个区域指定管理员；管理员能看到和办理这个区域及其下级。'],
      screens: ['/pages/addressbook/rolelist', '/pages/goods/GsGoodsLoc'],
      to: '/pages/addressbook/rolelist',
    },
    {
      question: '怎样建立自己的角色？',
      steps: [
        '在“角色与权限”中复制一个角色，或新建空白角色、等保三员模板。',
        '勾选权限，选择数据范围（部门、区域、分类或全部）和要隐藏的列，例如价格与价值。',
        '把角色授予人员；一秒内生效。您不能给出自己没有的权限。',
        '在人员页的“权限说明”中查看哪个角色给了哪项权限；“预览权限”只读，每次都会记录。',
      ],
      screens: ['/pages/addressbook/rolelist', '/pages/addressbook/roleedit'],
      to: '/pages/addressbook/rolelist',
    },
    {
      question: '怎样设计审批流程和表单？',
      steps: [
        '在“流程管理”中打开流程，加入步骤，选择每一步由谁审批。',
        '自己的申请先在“表单管理”中设计表单，再为它新建流程。',
        '发布前可以检查和试走；正在审批的申请按原来的版本走完。',
      ],
      screens: ['/pages/flow/flowlist', '/pages/flow/flowdesign', '/pages/flow/formlist', '/pages/flow/formdesign'],
      to: '/pages/flow/flowlist',
    },
    {
      question: '同事离职怎么办？',
      steps: [
        '在“人员管理”中停用他；停用前会列出名下的资产、审批和管理的区域。',
        '审批会转交给您指定的人；资产仍在其名下，办理退库或转移后才会移走。',
      ],
      screens: ['/pages/addressbook/personlist', '/pages/addressbook/clearance', '/pages/user/people'],
      to: '/pages/addressbook/personlist',
    },
    {
      question: '怎样给资产加自己的字段？',
      steps: [
        '在“自定义字段”中选择加在哪里，再新增字段；字段立即出现在卡片、表单、列表、导入和导出里。',
        '打开“入库时必填”的字段在资产入库单上填写；要改已登记资产的字段，填资产调整单；打开“盘点时显示”并在盘点计划里选“自定义字段”，盘点的人就能核对和更正。',
        '可以只给某些分类的资产加，也可以启用房屋、土地、车辆等成套字段。',
        '数字可以写明单位，没有填写时可以用默认值；敏感的文字不能用关键字搜到，角色可以把它设为隐藏的列。',
        '导入表格时，没有对应的列可以直接建成新字段；不再用的字段停用，已填的内容还在。',
      ],
      screens: ['/pages/user/ownfields'],
      to: '/pages/user/ownfields',
    },
    {
      question: '怎样让流程按自定义字段走不同的分支？',
      steps: [
        '在“流程管理”中打开流程，添加分支，点分支设置条件。',
        '字段里有明细中资产的、申请人的和部门的自定义字段，如“资产的密级”；明细有多行时选“任意一项”或“每一项”。',
        '点“试运行”填入想试的值，看走哪个分支；试运行不读取任何卡片。',
        '发布时会提醒哪些字段有的角色看不到。',
      ],
      screens: ['/pages/flow/flowdesign', '/pages/flow/flowlist', '/pages/user/ownfields'],
      to: '/pages/flow/flowlist',
    },
    {
      question: '怎样让事情自动办理？',
      steps: [
        '在“自动规则”中新增规则：选什么（资产、单据、申请……）和发生什么（新建、某个字段变了、日期快到了……）。',
        '在“并且”里加条件，和列表的筛选一样；都符合才执行。',
        '在“就”里选动作：通知人、发起申请，或设置一个字段；文字里的花括号会换成记录的内容。',
        '保存前点“试算最近的事件”，看最近发生的事里有几次会执行；试算不会真的执行。',
        '规则以保存人的名义和权限执行，在“执行记录”里看每一次的结果，失败的可以重新执行。',
      ],
      screens: ['/pages/user/eventrules', '/pages/user/eventrule'],
      to: '/pages/user/eventrules',
    },
    {
      question: '怎样改编号规则？',
      steps: [
        '在“组织设置”中打开编号规则，分别为资产、单据、申请和人员定规则。',
        '规则由固定文字、日期、编码和流水号组成，下面有例子；保存后从下一张开始，已有的编号不变。',
        '单号太长时打开“自己定规则”，用代号、年月和流水号，念得出来。',
      ],
      screens: ['/pages/user/numbers', '/pages/user/organisation'],
      to: '/pages/user/numbers',
    },
    {
      question: '怎样改领用原因、计量单位这些常用词？',
      steps: [
        '在“组织设置”中打开常用词，选择一个词表。',
        '可以添加、改名（中英文）、上移，或不再提供；已经写下的不变。',
        '资产状况、处置方式和请假类型也在其中：改名后，单据、列表、导出和打印都用新名称。',
      ],
      screens: ['/pages/user/organisation'],
      to: '/pages/user/organisation',
    },
    {
      question: '怎样接入公司登录和通讯录？',
      steps: ['在“组织设置”的公司登录中填写 OIDC、LDAP 或 SCIM，先测试再启用。', '启用后人员和部门由公司通讯录维护。'],
      screens: ['/pages/user/signon', '/pages/user/organisation'],
      to: '/pages/user/organisation',
    },
    {
      question: '怎样设置邮件服务器？',
      steps: [
        '在“组织设置”的邮件里查看现在用哪个服务器发送；可以填写自己的服务器。',
        '点“测试发送”，屏幕会说明连接、登录和发送的结果。',
        '为每类消息选择默认发送什么；员工可以改成自己的。',
      ],
      screens: ['/pages/user/mail'],
      to: '/pages/user/mail',
    },
    {
      question: '怎样备份和导出全部数据？',
      steps: ['在“数据导出”中导出整个组织，含历史和附件。', '每张表都可以按当前条件导出 Excel。'],
      screens: ['/pages/user/takeout', '/pages/user/disputes'],
      to: '/pages/user/takeout',
    },
    {
      question: '怎样让其他系统读取资产或办理业务？',
      steps: [
        '在“API密钥”中新建密钥：选权限、数据范围、来源网络和有效期；密钥不会超过您自己的权限。',
        '密钥只显示一次，放进那个系统的密码管理或环境变量。',
        '“第一次调用”里有可以直接运行的例子，“接口文档”列出全部接口。',
        '换人维护时用服务账号，由另一位管理员接手；不用了就停用，一秒内生效。',
      ],
      screens: ['/pages/user/apikey', '/pages/user/firstcall'],
      to: '/pages/user/apikeys',
    },
    {
      question: '怎样在发生变化时通知其他系统？',
      steps: [
        '在“Webhook”中新增：填写接收地址，选择哪些变化，加上条件。',
        '复制签名密钥交给接收方；它只显示一次。',
        '点“测试消息”，再到“发送记录”里看对方怎样回答；没有送达的在三天内自动重发。',
        '内容以您的权限读取，您看不到的列不会发送。',
      ],
      screens: ['/pages/user/webhook'],
      to: '/pages/user/webhooks',
    },
    {
      question: '新的组织怎样开始？',
      steps: [
        '“开始使用”按顺序列出要做的：同事、区域、分类、流程、资产，每一步写着做到了哪里。',
        '大约十五分钟；可以跳过、离开，下次接着做。',
      ],
      screens: ['/pages/user/beginning'],
      to: '/pages/user/beginning',
    },
    {
      question: '怎样知道审批办得快不快，停住的怎么办？',
      steps: [
        '“流程统计”按环节和处理人列出用时和待办；点开看到是哪些申请。',
        '“流程监控”列出停下的申请和原因，可以指定新处理人、转到别的环节、退回或重试，也可以一批处理。',
        '流程改过以后，用“升级流程”把进行中的申请换到新版本；先看检查结果，再升级。',
      ],
      screens: ['/pages/flow/monitor', '/pages/flow/statistics', '/pages/flow/flowupgrade', '/pages/flow/flowtemplate'],
      to: '/pages/flow/statistics',
    },
    {
      question: '怎样设置工作日和工作时间？',
      steps: [
        '在“工作日历”中设置每周工作日和上下班时间，点日期改成上班或休息。',
        '把国务院公布的放假安排粘贴进去，节假日和调休一次导入。',
        '按工作日计算的审批期限会随日历调整。',
      ],
      screens: ['/pages/flow/calendar'],
      to: '/pages/flow/calendar',
    },
    {
      question: '怎样让流程和表单调用外部服务？',
      steps: ['在“外部服务”中登记服务地址和签名密钥；密钥只显示一次，交给对方。', '在流程设计里加服务环节，或让表单的选项从服务读取。'],
      screens: ['/pages/flow/services'],
      to: '/pages/flow/services',
    },
    {
      question: '怎样改打印的单据？',
      steps: ['在“打印模板”中选择一种单据，调整纸张、标题、明细的列、文字和签字，旁边是预览。', '单据和申请都可以打印，一张、多选或一批。'],
      screens: ['/pages/user/sliptemplate', '/pages/flow/print', '/pages/flow/slips'],
      to: '/pages/user/sliptemplates',
    },
    {
      question: '怎样把通知发到工作群？',
      steps: [
        '在钉钉、企业微信或飞书的群里添加机器人，复制它的地址。',
        '在“群机器人”中填写地址和通知内容，点“发送测试消息”。',
        '群里不会出现人员姓名；每分钟最多发送20次，更多的合并成一条。',
      ],
      screens: ['/pages/user/robots'],
      to: '/pages/user/robots',
    },
  ],
}
