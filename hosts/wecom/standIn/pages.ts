import type { Corp, Message, Order, Person, World } from './world.ts'

/** The pages of the stand-in: what an administrator of a company does at WeCom, and what its people do in its client. */

export const homePage = (world: World, app: string): string =>
  page(
    '企业微信（演示）',
    `<p class="quiet">这是企业微信的替身，按其开放文档应答，只在本机监听。在这里可以作为企业的管理员安装在册，或作为成员打开它。</p>
    ${[...world.corps.values()].map((corp) => corpCard(corp, app)).join('')}
    <section><h2>让它出难题</h2><div class="row">
      ${act('mood', '接下来20次调用：系统繁忙', { code: '-1', calls: '20' })}
      ${act('mood', '接下来20次调用：超过频率', { code: '45009', calls: '20' })}
      ${act('endTokens', '所有令牌失效')}
      ${world.mood.slowMs > 0 ? act('mood', '恢复速度', { slowMs: '0' }) : act('mood', '每次慢2秒', { slowMs: '2000' })}
      ${world.mood.doubles ? act('mood', '事件只发一次', { doubles: 'false' }) : act('mood', '事件都发两次', { doubles: 'true' })}
      ${world.mood.holds ? act('letGo', '倒序发出积压的事件') : act('mood', '先积压事件', { holds: 'true' })}
      ${act('ticket', '推送新的suite_ticket')}
    </div></section>`,
  )

export const corpPage = (world: World, app: string, corp: Corp, searchWord: string): string => {
  const back = `/corp?corpId=${corp.id}`
  const people = [...corp.people.values()].filter(
    ({ name, id }) => searchWord === '' || name.includes(searchWord) || id.includes(searchWord),
  )
  const orders = [...world.orders.values()].filter(({ corpId }) => corpId === corp.id)
  return page(
    corp.name,
    `<p><a href="/">← 全部企业</a></p>
    ${corpCard(corp, app, back)}
    ${orders.length === 0 ? '' : `<section><h2>订单</h2><table>${orders.map((order) => orderRow(order, back)).join('')}</table></section>`}
    <section><h2>成员（${corp.people.size}）</h2>
      <form class="row"><input type="hidden" name="corpId" value="${corp.id}"><input name="q" value="${safe(searchWord)}" placeholder="姓名"><button>查找</button></form>
      <form class="row" method="post" action="/standIn/act">${hidden({ what: 'join', corpId: corp.id, back })}<input name="name" placeholder="新成员姓名" required><select name="department">${departmentOptions(corp)}</select><button>加入企业</button></form>
      <table>${people
        .slice(0, 50)
        .map(
          (person) => `<tr>
            <td><a href="/person?corpId=${corp.id}&personId=${person.id}">${safe(person.name)}</a>${corp.administrators.includes(person.id) ? ' <span class="tag good">管理员</span>' : ''}</td>
            <td class="quiet">${person.departments.map((id) => safe(corp.departments.get(id)?.name ?? '')).join('、')}</td>
            <td><a class="button" target="_blank" href="${safe(openingAddress(app, corp, person))}">打开在册</a></td>
            <td><form class="row" method="post" action="/standIn/act">${hidden({ what: 'move', corpId: corp.id, personId: person.id, back })}<select name="department">${departmentOptions(corp, person.departments[0])}</select><button>调部门</button></form></td>
            <td>${act('leave', '离职', { corpId: corp.id, personId: person.id, back })}</td></tr>`,
        )
        .join('')}</table>
      ${people.length > 50 ? `<p class="quiet">只列出前50人</p>` : ''}</section>`,
  )
}

export const personPage = (world: World, app: string, corp: Corp, person: Person): string => {
  const back = personAddress(corp.id, person.id)
  const messages = world.messages.filter(({ corpId, personId }) => corpId === corp.id && personId === person.id).toReversed()
  return page(
    `${person.name}的消息`,
    `<p><a href="/corp?corpId=${corp.id}">← ${safe(corp.name)}</a></p>
    <div class="row"><a class="button main" target="_blank" href="${safe(openingAddress(app, corp, person))}">打开在册</a><a class="button" href="${back}">刷新</a></div>
    ${messages.length === 0 ? '<p class="quiet">还没有消息</p>' : messages.map((message) => messageCard(app, corp, person, message)).join('')}`,
  )
}

/** Who one is, to install or to sign in as; the person who chooses comes back to `address`. */
export const choicePage = (world: World, purpose: 'install' | 'signIn', address: string): string =>
  page(
    purpose === 'install' ? '安装在册' : '企业微信登录',
    `<p class="quiet">${purpose === 'install' ? '在册想读取通讯录（不含姓名）并发送应用消息。选择以哪家企业的管理员身份同意：' : '选择用谁的企业微信扫码：'}</p>
    ${[...world.corps.values()]
      .map(
        (corp) =>
          `<section><h2>${safe(corp.name)}</h2><div class="row">${[...corp.people.values()]
            .filter(({ id }) => purpose === 'signIn' || corp.administrators.includes(id))
            .slice(0, 30)
            .map(
              (person) =>
                `<form method="post" action="${safe(address)}">${hidden({ corpId: corp.id, personId: person.id })}<button${purpose === 'install' ? ' class="main"' : ''}>${purpose === 'install' ? `同意并安装（${safe(person.name)}）` : safe(person.name)}</button></form>`,
            )
            .join('')}</div></section>`,
      )
      .join('')}`,
  )

export const wordsPage = (words: string): string => page('企业微信（演示）', `<p>${safe(words)}</p><p><a href="/">返回</a></p>`)

const orderRow = (order: Order, back: string): string =>
  `<tr><td>${safe(order.id)}</td><td>${safe(order.editionName)}</td><td>¥${order.fen / 100}</td><td>${orderState(order, back)}</td></tr>`

const orderState = ({ id, status }: Order, back: string): string => {
  if (status === 1) return act('refund', '退款', { orderId: id, back })
  return status === 5 ? '已退款' : '未支付'
}

const corpCard = (corp: Corp, app: string, back = '/'): string => {
  const administrator = corp.people.get(corp.administrators[0] ?? '')
  const hiddenFields = { corpId: corp.id, back }
  return `<section><h2><a href="/corp?corpId=${corp.id}">${safe(corp.name)}</a> <span class="tag ${corp.installed ? 'good' : ''}">${corp.installed ? '已安装' : '未安装'}</span></h2>
    <p class="quiet">${corp.people.size}人 · ${corp.departments.size}个部门 · 管理员${safe(administrator?.name ?? '')}</p>
    <div class="row">${
      corp.installed
        ? `${back === '/' ? `<a class="button main" href="/corp?corpId=${corp.id}">成员与消息</a>` : ''}${act('buy', '购买标准版一年', hiddenFields)}${act('uninstall', '卸载', hiddenFields)}`
        : `${administrator ? `<a class="button main" target="_blank" href="${safe(openingAddress(app, corp, administrator, '/pages/goods/mainpage/wwSampleIndex'))}">以管理员身份打开安装页</a>` : ''}${act('install', '从应用市场安装', hiddenFields)}`
    }</div></section>`
}

const messageCard = (app: string, corp: Corp, person: Person, message: Message): string =>
  `<section><h2>${safe(message.title)}</h2><p>${safe(message.text)}</p><div class="row"><a class="button" target="_blank" href="${safe(clientLink(app, corp, person, message.link))}">查看详情</a>${cardButtons(app, corp, person, message)}</div></section>`

/** The buttons of a card, or what it says once it is settled. */
const cardButtons = (app: string, corp: Corp, person: Person, { corpId, personId, card }: Message): string => {
  if (card === undefined) return ''
  if (card.settled !== undefined) return `<span class="tag">${safe(card.settled)}</span>`
  const back = personAddress(corpId, personId)
  return card.buttons
    .map((button) =>
      'url' in button
        ? `<a class="button" target="_blank" href="${safe(clientLink(app, corp, person, button.url))}">${safe(button.text)}</a>`
        : act('press', button.text, { corpId, personId, task: card.taskId, key: button.key, back }),
    )
    .join('')
}

const personAddress = (corpId: string, personId: string): string => `/person?corpId=${corpId}&personId=${personId}`

/** Opens our app as a person in the client: the app's own door to it. */
const openingAddress = (app: string, corp: Corp, person: Person, screen = ''): string =>
  clientLink(app, corp, person, `${app}/?corpId=${corp.id}#${screen || '/'}`)

const clientLink = (app: string, corp: Corp, person: Person, link: string): string => {
  const { pathname, search, hash } = new URL(link)
  return `${app}/stand-ins/wecom/client?${new URLSearchParams({ corpId: corp.id, personId: person.id, to: `${pathname}${search}${hash}` })}`
}

const departmentOptions = (corp: Corp, chosenIndex?: number): string =>
  [...corp.departments.values()]
    .map(({ id, name }) => `<option value="${id}"${id === chosenIndex ? ' selected' : ''}>${safe(name)}</option>`)
    .join('')

const act = (what: string, words: string, fields: Readonly<Record<string, string>> = {}): string =>
  `<form method="post" action="/standIn/act">${hidden({ what, ...fields })}<button>${safe(words)}</button></form>`

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${safe(value)}">`)
    .join('')

const safe = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (title: string, content: string): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${safe(title)}</title><style>
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;background:light-dark(#f3f4f6,#15171a);color:light-dark(#1f2329,#e8eaed);font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:920px;margin:0 auto;padding:24px 16px 64px}h1{font-size:22px;margin:0 0 12px}h2{font-size:16px;margin:0 0 8px}
section{background:light-dark(#fff,#1f2226);border-radius:12px;padding:16px;margin:12px 0;overflow-x:auto}
.quiet{color:light-dark(#6b7280,#9aa0a6);margin:0 0 12px}.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0 0 8px}.row form{margin:0}
a{color:#2f7cf6;text-decoration:none}button,.button,input,select{font:inherit;border:1px solid light-dark(#d0d5dd,#3c4046);border-radius:8px;padding:6px 12px;background:transparent;color:inherit}
button,.button{cursor:pointer;display:inline-block;white-space:nowrap}.main{background:#2f7cf6;border-color:#2f7cf6;color:#fff}
.tag{font-size:12px;font-weight:normal;border-radius:6px;padding:2px 8px;background:light-dark(#eef0f3,#33373d)}.tag.good{background:light-dark(#dff5e6,#1d4029);color:light-dark(#15803d,#7fdca0)}
table{border-collapse:collapse;width:100%}td{padding:8px 8px 8px 0;border-top:1px solid light-dark(#eef0f3,#2c3036);white-space:nowrap}td form.row{margin:0;flex-wrap:nowrap}td select{max-width:110px}
</style></head><body><main><h1>${safe(title)}</h1>${content}</main></body></html>`
