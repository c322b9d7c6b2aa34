import { firstOf } from '../../../kernel/assert.ts'
import type { World } from './calls.ts'
import type { StandInCompany, StandInPerson } from './companies.ts'
import type { Manner } from './pushes.ts'

/** The stand-in's pages: an organisation seen by its administrator, its people, and what they were sent. */
export const standInPage = (world: World, manner: Manner, app: string, query: URLSearchParams): string => {
  const company = world.companies.get(query.get('corpId') ?? '') ?? firstOf([...world.companies.values()])
  const searchWord = query.get('search') ?? ''
  const people = [...company.people.values()].filter(({ name }) => name.includes(searchWord))
  const peopleListed = people.slice(0, peopleShown)
  return page(
    '钉钉（替身）',
    `<header><b>钉钉</b><span>替身：照文档作答，没有真实的企业和人</span></header>
    <nav>${[...world.companies.values()]
      .map(
        (otherCompany) =>
          `<a class="${otherCompany === company ? 'on' : ''}" href="/?corpId=${otherCompany.corpId}">${safe(otherCompany.name)}<small>${otherCompany.people.size} 人</small></a>`,
      )
      .join('')}</nav>
    <main>
      <section>${administration(company)}</section>
      <section><h2>收到的工作通知</h2>${noticesOf(world, company, app)}</section>
      <section><h2>成员</h2>
        <form class="row" method="get"><input type="hidden" name="corpId" value="${company.corpId}"><input name="search" value="${safe(searchWord)}" placeholder="姓名"><button>查找</button></form>
        ${peopleListed.map((person) => personRow(company, person, app)).join('')}
        ${people.length > peopleListed.length ? `<p class="quiet">还有 ${people.length - peopleListed.length} 人，按姓名查找</p>` : ''}
        <form class="row" method="post" action="/company/${company.corpId}/join"><input name="name" placeholder="新成员姓名" required><input name="mobile" placeholder="手机号" size="12">${choice(company)}<button>入职</button></form>
      </section>
      <section><h2>推送方式</h2><p class="quiet">钉钉会重复推送，也不保证先后；在这里可以故意这样做</p><div class="row">${manners
        .map(
          ([name, words]) =>
            `<form method="post" action="/company/${company.corpId}/manner"><input type="hidden" name="manner" value="${name}"><button class="${manner[name] ? 'main' : ''}">${words}</button></form>`,
        )
        .join('')}</div></section>
    </main>`,
  )
}

const peopleShown = 30
const noticesShown = 30

const manners: readonly (readonly [keyof Manner, string])[] = [
  ['isDoubled', '每条推两遍'],
  ['isShuffled', '倒着推'],
  ['isForged', '签名伪造'],
  ['isHeld', '先攒着'],
]

const administration = (company: StandInCompany): string => {
  const act = (verb: string, words: string, look = '') =>
    `<form method="post" action="/company/${company.corpId}/${verb}"><button class="${look}">${words}</button></form>`
  const { installed } = company
  if (!installed)
    return `<h2>应用市场</h2><div class="app"><u>册</u><div><b>在册</b><p class="quiet">固定资产与耗材管理</p></div>${act('install', '开通', 'main')}</div>`
  return `<h2>应用管理</h2><div class="app"><u>册</u><div><b>在册</b><p class="quiet">AgentId ${installed.agentId}${installed.isStopped ? '，已停用' : ''}</p></div></div>
    <div class="row">${installed.isStopped ? act('resume', '启用') : act('stop', '停用')}${act('buy', '购买专业版')}${act('uninstall', '卸载', 'bad')}</div>
    <form class="row" method="post" action="/company/${company.corpId}/department"><input name="name" placeholder="新部门名称" required><button>新建部门</button></form>`
}

const personRow = (company: StandInCompany, person: StandInPerson, app: string): string => {
  const places = person.departments.map((id) => company.departments.get(id)?.name ?? company.name).join('、')
  const form = (verb: string, inner: string) =>
    `<form method="post" action="/company/${company.corpId}/${verb}"><input type="hidden" name="person" value="${person.userid}">${inner}</form>`
  return `<div class="person"><i>${safe(person.name.slice(-2))}</i><div><b>${safe(person.name)}</b>${person.isAdmin ? '<em>管理员</em>' : ''}<p class="quiet">${safe(places)}${person.title ? ` · ${safe(person.title)}` : ''}</p></div>
    <a class="main" target="_blank" href="${safe(openingAddress(app, company.corpId, person.userid, `/?corpId=${company.corpId}`))}">打开在册</a>
    <details><summary>变更</summary>${form('move', `${choice(company)}<button>调部门</button>`)}${form('leave', '<button class="bad">离职</button>')}</details></div>`
}

const choice = ({ departments }: StandInCompany): string =>
  `<select name="department">${[...departments.values()].map(({ id, name }) => `<option value="${id}">${safe(name)}</option>`).join('')}</select>`

const noticesOf = ({ notices, companies }: World, { corpId }: StandInCompany, app: string): string => {
  const ownNotices = notices.filter((notice) => notice.corpId === corpId).slice(-noticesShown)
  if (ownNotices.length === 0) return '<p class="quiet">还没有</p>'
  return ownNotices
    .toReversed()
    .map(({ personId, title, text, button, link }) => {
      const body = text
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => `<p>${safe(line.replace(/\\(.)/g, '$1'))}</p>`)
        .join('')
      const { pathname, search, hash } = new URL(link)
      const reader = companies.get(corpId)?.people.get(personId)?.name ?? personId
      return `<article><small>发给 ${safe(reader)}</small><b>${safe(title)}</b>${body}<a target="_blank" href="${safe(openingAddress(app, corpId, personId, pathname + search + hash))}">${safe(button)}</a></article>`
    })
    .join('')
}

/** Our app as it opens for a person inside the client. */
const openingAddress = (app: string, corpId: string, personId: string, to: string): string =>
  `${app}/stand-ins/dingtalk/client?${new URLSearchParams({ corpId, personId, to }).toString()}`

/** Where an administrator of ours is led to install the app. */
export const installPage = ({ companies }: World, query: URLSearchParams): string =>
  page(
    '开通应用',
    `<header><b>钉钉</b><span>选择要开通“在册”的企业</span></header><main><section>${[...companies.values()]
      .map(
        ({ corpId, name, installed }) =>
          `<form class="row" method="post" action="/company/${corpId}/install">${carriedQuery(query)}<b>${safe(name)}</b><button class="main">${installed ? '已开通，返回' : '开通'}</button></form>`,
      )
      .join('')}</section></main>`,
  )

/** Where a person signs in on a desk: whose telephone scans is chosen here. */
export const signInPage = ({ companies }: World, query: URLSearchParams): string => {
  const searchWord = query.get('search') ?? ''
  const hidden = [...query]
    .filter(([name]) => name !== 'search')
    .map(([name, value]) => `<input type="hidden" name="${safe(name)}" value="${safe(value)}">`)
    .join('')
  return page(
    '钉钉登录',
    `<header><b>钉钉登录</b><span>选择用谁的手机扫码</span></header>
    <main><form class="row" method="get">${hidden}<input name="search" value="${safe(searchWord)}" placeholder="姓名"><button>查找</button></form>${[
      ...companies.values(),
    ]
      .map(
        ({ corpId, name, people }) =>
          `<section><h2>${safe(name)}</h2>${[...people.values()]
            .filter((person) => person.name.includes(searchWord))
            .slice(0, 12)
            .map(
              (person) =>
                `<form class="person" method="post" action="/company/${corpId}/signIn"><input type="hidden" name="person" value="${person.userid}">${carriedQuery(query)}<i>${safe(person.name.slice(-2))}</i><div><b>${safe(person.name)}</b></div><button class="main">登录</button></form>`,
            )
            .join('')}</section>`,
      )
      .join('')}</main>`,
  )
}

const carriedQuery = (query: URLSearchParams): string => {
  const redirect = query.get('redirect') ?? query.get('redirect_uri') ?? ''
  return `<input type="hidden" name="redirect" value="${safe(redirect)}"><input type="hidden" name="state" value="${safe(query.get('state') ?? '')}">`
}

const safe = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title><style>${style}</style><body>${body}</body></html>`

const style = `
*{box-sizing:border-box}body{margin:0;font:15px/1.5 system-ui,"PingFang SC","Noto Sans CJK SC",sans-serif;background:#f3f4f7;color:#171a1d}
header{display:flex;gap:12px;align-items:baseline;padding:14px 20px;background:#fff;border-bottom:1px solid #e6e8ec}header b{font-size:18px;color:#0a6cff}header span,.quiet,small{color:#7a7f87;font-size:13px;margin:0}
nav{display:flex;gap:8px;padding:12px 20px 0;overflow:auto;max-width:960px;margin:auto}nav a{flex:none;padding:8px 14px;border-radius:10px;background:#fff;color:inherit;text-decoration:none}nav a.on{background:#0a6cff;color:#fff}nav small{margin-left:6px;color:inherit;opacity:.7}
main{max-width:960px;margin:auto;padding:12px 20px 40px;display:grid;gap:12px}section{background:#fff;border-radius:14px;padding:16px 18px}h2{font-size:16px;margin:0 0 10px}
.row{display:flex;gap:8px;flex-wrap:wrap;align-items:center;margin:10px 0 0}.row b{flex:1}.app,.person{display:flex;gap:12px;align-items:center}.app u{width:44px;height:44px;border-radius:10px;background:#0a6cff;color:#fff;text-decoration:none;font-size:22px;display:grid;place-items:center}.app div,.person div{flex:1;min-width:0}
.person{padding:10px 0;border-top:1px solid #f0f1f4;flex-wrap:wrap}.person i{width:38px;height:38px;border-radius:10px;background:#dce9ff;color:#0a57d0;font-style:normal;font-size:13px;display:grid;place-items:center}.person em{font-style:normal;font-size:12px;color:#0a6cff;background:#e8f1ff;border-radius:5px;padding:1px 6px;margin-left:6px}
input,select,button,summary,a.main,article a{font:inherit;font-size:14px;border-radius:9px;border:1px solid #d9dce2;padding:7px 12px;background:#fff;color:inherit}button,summary{cursor:pointer}.main,article a{background:#0a6cff!important;color:#fff!important;border-color:#0a6cff!important;text-decoration:none}.bad{color:#d33;border-color:#f2c6c6}
summary{list-style:none}details[open]{display:flex;gap:8px;flex-wrap:wrap;width:100%}details form{display:flex;gap:6px}
article{border:1px solid #e6e8ec;border-radius:12px;padding:12px 14px;margin-top:10px;display:grid;gap:4px;justify-items:start}article p{margin:0}article a{margin-top:6px}`
