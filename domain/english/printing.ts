/** The menu of label printing, and its stations. */
export const printingEnglish: Record<string, string> = {
  标签模板: 'Label templates',
  设计标签: 'Design a label',
  标签打印机: 'Label printers',
  打印站: 'Print station',
  打印站列表: 'Print stations',
  打印站在线: 'A print station is there',
  关闭打印站: 'Close a print station',
}
