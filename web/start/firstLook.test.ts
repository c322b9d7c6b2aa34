import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sheetOf } from './firstLook.ts'

const sheet = [
  '/*! made by v4.3.3 | https://example.com */\n',
  '@layer theme{:root{--a:1px;--a-b:2px}}',
  '@layer base{html{color:red}:focus-visible{outline:1px}table,sub{margin:7px}::placeholder{opacity:1}ul > li{margin:8px}}',
  '@layer utilities{.p-1{padding:1px}.gap-1{gap:1px}.after\\:content-\\[\\\'\\\'\\]:after{content:"}"}.w-\\[calc\\(100\\%-1px\\)\\]{--tw-x:1;width:1px}@media (width>=64rem){.wide\\:p-2{padding:2px}.wide\\:p-3{padding:3px}}.group-hover\\:p-4:is(:where(.group):hover *){padding:4px}}',
  '/* a } and a " in words, then .none{} */.a,.p-1.b{margin:3px}.c\\.5:not(.d){margin:4px}[data-x=".e"]{margin:5px}:is(.f,.p-1):hover{margin:6px}.q:after{content:"\\"}.none{"}',
  '@property --tw-x{syntax:"*";inherits:false}',
  '@property --tw-y{syntax:"*";inherits:false}',
  '@keyframes pulse{50%{opacity:.5}}',
].join('')

const table: [title: string, code: string, holds: readonly string[], lacks: readonly string[]][] = [
  [
    'what no class names stands',
    '',
    ['color:red', 'outline:1px'],
    ['.p-1', '.gap-1', '@media', '--tw-x', '--tw-y', '--a', '@keyframes pulse'],
  ],
  ['a value of the theme and an animation that the code names', '"var(--a) pulse"', ['{--a:1px;}', '@keyframes pulse'], ['--a-b']],
  ['an element that the code names', '`table`', ['table,sub{margin:7px}'], ['margin:8px', 'placeholder']],
  ['an element in another needs both', '`ul` `li`', ['margin:8px'], ['margin:7px']],
  ['what only fields have needs one', '`input`', ['::placeholder{opacity:1}'], []],
  ['a class that the code names', 'className:"flex p-1"', ['.p-1{'], ['.gap-1{']],
  ['a class that is only the end of another', '"gap-1"', ['.gap-1{'], ['.p-1{']],
  ['a class in a template', '`x${a}p-1`', ['.p-1{'], []],
  ['a class of a window that is wide', "'wide:p-2'", ['@media (width>=64rem){.wide\\:p-2{padding:2px}}'], ['.wide\\:p-3']],
  [
    'a class with a value of its own, and the property that it sets',
    '`w-[calc(100%-1px)]`',
    ['width:1px', '@property --tw-x'],
    ['@property --tw-y'],
  ],
  ['a rule with several selectors stands for each of them', '"p-1 b"', ['.a,.p-1.b{margin:3px}'], []],
  ['a rule with several selectors, none of which is named', '"b"', [], ['margin:3px']],
  ['what a selector must not match need not be named', '"c.5"', ['margin:4px'], []],
  ['an attribute names no class', '', ['margin:5px'], ['margin:6px']],
  ['one choice of a list is enough', '"p-1"', ['margin:6px'], []],
  ['a quote inside a text', '"q"', ['.q:after{content:"\\"}.none{"}'], ['.none{}']],
  ['a class that goes by another needs both', '"group-hover:p-4"', [], ['padding:4px']],
  ['a class that goes by another and has both', '"group group-hover:p-4"', ['padding:4px'], []],
]
for (const [title, code, holds, lacks] of table)
  test(title, () => {
    const part = sheetOf(sheet, code)
    for (const words of holds) assert.ok(part.includes(words), `${words} in ${part}`)
    for (const words of lacks) assert.ok(!part.includes(words), `${words} in ${part}`)
  })
