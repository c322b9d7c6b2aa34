/** Versions of flows: upgrades of what runs, delivered templates. */
export const flowsEnglish: Readonly<Record<string, string>> = {
  升级进度: 'Progress of an upgrade',
  停止升级: 'Stop an upgrade',
  '这个流程正在升级，请等待完成或先停止': 'This flow is being upgraded; wait until it is done or stop it first',
  '没有升级成功，请稍后再试': 'It could not be upgraded; try again later',
}
