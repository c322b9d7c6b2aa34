import type { Chapter } from '../topic.ts'

/** What everyone does. */
export const employees: Chapter = {
  key: 'employees',
  title: '员工',
  device: 'phone',
  topics: [
    {
      question: '怎样领用一件资产？',
      steps: [
        '在工作台打开“发起申请”，选择资产领用。',
        '填写需要的型号、数量和用途，提交。',
        '审批通过后，管理员会为您分配资产；可在“我的申请”查看进度。',
        '领到的资产在“我的资产”中。',
      ],
      screens: ['/pages/flow/flowindex', '/pages/flow/formApply', '/pages/flow/customFormApply', '/pages/goods/GsOutstockOrder'],
      to: '/pages/flow/flowindex',
    },
    {
      question: '没有全部领到怎么办？',
      steps: [
        '在待确认的单据上点“确认领取”，打开“没有全部领到”。',
        '逐项勾选领到的资产，或改成领到的数量；选择没领到的等候补发还是不要了，写明原因。',
        '确认后，领到的归您，没领到的留在仓库；发放的人会收到消息。',
      ],
      screens: ['/pages/personal/receipts', '/pages/goods/GsOutstockOrder', '/pages/consumables/CsOutstockOrder'],
      to: '/pages/personal/receipts',
    },
    {
      question: '怎样借用和续借？',
      steps: [
        '在“发起申请”中选择资产借用，写明用途和归还日期，提交。',
        '到期前还要用时，在“我借用的资产”中打开它，选择续借并写明新的日期。',
        '续借通过前仍按原来的日期归还。',
      ],
      screens: ['/pages/goods/mainpage/borrowme', '/pages/goods/GsBorrowOrder', '/pages/goods/GsRenewOrder'],
      to: '/pages/goods/mainpage/borrowme',
    },
    {
      question: '怎样归还或退库？',
      steps: ['在“我的资产”中打开资产。', '借用的资产选择归还，领用的资产选择退库，提交申请。', '管理员确认收到后，资产就不在您名下了。'],
      screens: ['/pages/goods/mainpage/mygoods', '/pages/goods/GsReturnOrder', '/pages/goods/GsRevertOrder'],
      to: '/pages/goods/mainpage/mygoods',
    },
    {
      question: '怎样把资产转给同事？',
      steps: [
        '在“我的资产”中打开资产，选择转移。',
        '选择接收的同事，写明原因，提交。',
        '同事确认并审批通过后，资产记到对方名下；在此之前仍由您负责。',
      ],
      screens: ['/pages/goods/GsTransOrder'],
      to: '/pages/goods/mainpage/mygoods',
    },
    {
      question: '资产坏了怎么办？',
      steps: ['扫描资产上的二维码，或在“我的资产”中打开它。', '选择报修，写明故障并拍照，提交。', '修好后会收到消息。'],
      screens: ['/pages/goods/GsRepairOrder'],
      to: '/pages/goods/mainpage/mygoods',
    },
    {
      question: '怎样领用耗材？',
      steps: [
        '在“发起申请”中选择耗材领用，从目录里选择品种和数量。',
        '库存不足时可以等到货，也可以先领一部分。',
        '没用完的耗材可以用耗材退库交回。',
      ],
      screens: ['/pages/consumables', '/pages/consumables/CsOutstockOrder'],
      to: '/pages/flow/flowindex',
    },
    {
      question: '怎样盘点自己名下的资产？',
      steps: [
        '收到自盘任务后，在“我的自盘”中打开它。',
        '逐件选择在或不在，也可以扫描标签；不在的写明原因。',
        '没有网络时答案先留在手机上，连上后自动提交。',
      ],
      screens: ['/pages/goods/mainpage/selfcount'],
      to: '/pages/goods/mainpage/selfcount',
    },
    {
      question: '怎样撤回、修改和重新提交申请？',
      steps: [
        '在“我的申请”中打开申请；还没有结束的可以撤回，也可以催办。',
        '撤回或被退回的申请可以修改后再次提交，原来的意见都保留。',
        '没有写完的申请在“草稿”中。',
      ],
      screens: ['/pages/personal/myapply', '/pages/personal/apply', '/pages/flow/progress', '/pages/flow/success'],
      to: '/pages/personal/myapply',
    },
    {
      question: '怎样处理待我审批的事？',
      steps: [
        '在工作台打开“审批处理”。',
        '打开一项，核对内容。',
        '同意、驳回，或转交给别人，并写下意见。',
        '外出前可以设置代理人，期间的审批会交给他。',
      ],
      screens: ['/pages/personal/myapprove', '/pages/flow/formApprove'],
      to: '/pages/personal/myapprove',
    },
    {
      question: '怎样打卡、补卡和请假？',
      steps: [
        '在“考勤打卡”中按下按钮；不在打卡范围内时按外勤打卡，写明事由并拍照。',
        '忘记打卡时提交补卡申请，请假提交请假申请；附件只有审批人能打开。',
        '每天和每月的结果在“考勤统计”中。',
      ],
      screens: ['/pages/attendance', '/pages/office'],
      to: '/pages/attendance/attHome',
    },
    {
      question: '什么时候会收到提醒？',
      steps: [
        '借用的资产到期前 3 天、前 1 天和当天；逾期后会继续提醒，直到归还。',
        '别人把资产交给您、您的资产修好时，会马上收到。',
        '提醒在工作日早上发出；每一类都可以在“消息设置”中关闭。',
      ],
      screens: ['/pages/message'],
      to: '/pages/message/settings',
    },
    {
      question: '怎样定期发送一张表？',
      steps: [
        '在表格里设好筛选、排序和列，另存为视图；要发给别人时，把视图与他们共享。',
        '打开视图菜单，按视图旁的“定期发送”，选择发送日、时间和接收人。',
        '到时每个人收到一条带链接的消息；验证过邮箱的人还会收到附 Excel 或 PDF 的邮件，内容以各人的权限为准。',
        '仪表板也一样：在它的“更多”菜单里选“定期发送”；“打印或存为PDF”当场打印。',
      ],
      screens: ['/pages/user/subscriptions'],
      to: '/pages/user/subscriptions',
    },
    {
      question: '怎样用邮件接收消息？',
      steps: [
        '在个人信息里填写邮箱，再到“消息设置”发送验证码，填入邮件中的6位数字。',
        '为每类消息选择逐条发、汇总发或不发；汇总邮件在选定的时间只发送未读的消息。',
        '邮箱退回邮件后会停止发送并提醒您；改好后重新验证。',
      ],
      screens: ['/pages/message/settings'],
      to: '/pages/message/settings',
    },
    {
      question: '怎样在手机或电脑的日历里看日程？',
      steps: [
        '打开“我的日程”的“显示与订阅”，选择要看的来源，生成订阅地址。',
        '把地址添加到手机或电脑的日历应用（添加订阅日历）；以后日程会自动更新。',
        '地址只显示一次，知道的人都能看到内容；不用了或转发过，就在这里停用。',
      ],
      screens: ['/pages/agenda'],
      to: '/pages/agenda/personagenda',
    },
    {
      question: '怎样在工作台找到要做的事？',
      steps: [
        '工作台上面是等您办的事：待审批、待确认、快到期的，点开就能办。',
        '下面是常用和最近打开的功能；点“全部”或看电脑左边的菜单，可以找到其他的。',
        '在电脑上按 Ctrl 和 K，可以搜索资产、单据、人员和页面。',
      ],
      screens: ['/pages/index/index', '/pages/goods/mainpage/workcollaborate', '/pages/goods/mainpage/index'],
      to: '/pages/index/index',
    },
    {
      question: '怎样扫码查看一件资产？',
      steps: [
        '在工作台点扫一扫，对准资产上的标签；也可以点“拍照识别”，或输入编码。',
        '打开的页面写着它是什么、在哪里、谁在用，下面是您可以办的事，例如报修、归还、盘点。',
        '还没有绑定的标签，请交给资产管理员绑定后再使用。',
      ],
      screens: [
        '/pages/goods/components/scan',
        '/pages/goods/components/goodsScan',
        '/pages/goods/GsGoodsInstance/qrscan-detail',
        '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail',
        '/pages/common/label',
      ],
    },
    {
      question: '怎样查看抄送和转发给我的申请？',
      steps: [
        '在“抄送我的”中查看抄送给您的申请，未读的在前面；看过就不再提醒。',
        '别人在聊天里转发的申请，点卡片打开；只看得到转发的人选中的内容。',
      ],
      screens: ['/pages/personal/flowCopy', '/pages/flow/forwarded'],
      to: '/pages/personal/flowCopy',
    },
    {
      question: '没有网络时怎么办？',
      steps: [
        '照常填写和提交，扫码、盘点、打卡也一样；内容先存在这台设备上。',
        '联网后按顺序自动提交，每件只算一次；“待发送”里看得到还剩什么。',
        '没有办成的会说明原因，可以修改后再发，或放弃。',
      ],
      screens: ['/pages/outbox'],
      to: '/pages/outbox/index',
    },
    {
      question: '怎样找到同事，和他们聊天？',
      steps: [
        '在通讯录里按部门查看，或输入姓名、拼音首字母、手机号、职位搜索。',
        '打开一位同事，可以打电话、发消息；也可以从消息里新建群聊。',
        '聊天里可以发照片、语音、文件和资产、申请的卡片；发错的可以撤回再编辑。',
      ],
      screens: [
        '/pages/addressbook/address',
        '/pages/addressbook/level',
        '/pages/addressbook/member',
        '/pages/message/chat',
        '/pages/message/group',
      ],
      to: '/pages/addressbook/address-book',
    },
    {
      question: '怎样写工作日志？',
      steps: [
        '在“工作日志”中点写日志，选择日报、周报或月报；“填入做过的事”会列出这一期的单据、审批和盘点。',
        '写完提交，负责人和您选的同事会收到；截止前可以修改。',
        '管理员在日志模板里设置周期、截止时间、提醒和由哪些部门填写。',
      ],
      screens: ['/pages/mylog'],
      to: '/pages/mylog/myloglist',
    },
    {
      question: '怎样用网盘保存和共享文件？',
      steps: [
        '在“网盘”里上传文件或文件夹，中断后接着传；也可以放进部门的共享区。',
        '点共享，交给同事、部门、会话，或生成带提取码和有效期的链接。',
        '改过的文件保留历史版本，删除的在回收站里保留30天。',
      ],
      screens: ['/pages/netdisk'],
      to: '/pages/netdisk/netdisklist',
    },
    {
      question: '在哪里看公告和新闻？',
      steps: ['新的公告和新闻会发消息，也会出现在工作台的轮播里。', '以前的在“公告列表”和“新闻公告”中查看。'],
      screens: ['/pages/news', '/pages/annotation'],
      to: '/pages/news/newslist',
    },
    {
      question: '怎样改密码、个人信息，在另一台设备上登录？',
      steps: [
        '在“我的”里打开个人信息，可以改头像、手机和邮箱；密码在“设置自己的密码”里改。',
        '在电脑上已经登录时，用“在手机上登录”显示一个码，手机扫一下就登录。',
        '手机上可以把本系统添加到主屏幕，像应用一样打开。',
      ],
      screens: ['/pages/user/user', '/pages/user/password', '/pages/user/handover', '/pages/user/home', '/pages/user/location'],
      to: '/pages/user/userdetail',
    },
  ],
}
