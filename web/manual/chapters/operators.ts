import type { Chapter } from '../topic.ts'

/** What operators of an installation do. */
export const operators: Chapter = {
  key: 'operators',
  title: '系统运维',
  device: 'desk',
  topics: [
    {
      question: '怎样打开运营页？',
      steps: [
        '在服务器上运行 npm run organisation -- page --by 您的名字，打开它打印的地址。',
        '地址只能用一次，15 分钟内有效；在那里做的事会连同名字记录下来。',
        '在这一页增加公司、调整许可、停用和重新启用组织，为忘记密码的管理员发链接。',
      ],
      screens: ['/pages/operator'],
    },
    {
      question: '怎样知道系统是否正常？',
      steps: [
        '在运营页打开“运行状况”：每一项有问题时，下面写着该做什么。',
        '后台任务失败时写明原因，修好后点重新执行。',
        '让监控系统读取 /readyz 和 /metrics；告警规则和面板在 deploy/monitoring 里。',
      ],
      screens: ['/pages/operator/system'],
    },
    {
      question: '怎样备份和恢复整个系统？',
      steps: [
        '设置 BACKUP_FOLDER，每天夜里自动备份并演练恢复；“运行状况”列出每一份，可以马上备份、检查或演练。',
        '要恢复时先停止服务，再运行 npm run restore；全部对得上之后才会换上去，原来的数据留在旁边。',
        '恢复之后运行 npm run audit，核对账目、历史和文件。',
      ],
      screens: ['/pages/operator/system'],
    },
    {
      question: '怎样升级？',
      steps: [
        '先备份，再看新版本的更新说明里有没有必须先装的版本。',
        '换上新版本并重新启动；数据库结构会自动更新，同时启动的进程会互相等待。',
        '旧程序不能打开新的数据库结构，所以退回要用备份。',
      ],
      screens: ['/pages/operator'],
    },
  ],
}
