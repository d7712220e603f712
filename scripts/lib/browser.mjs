import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ended } from './workspace.mjs'

const exec = promisify(execFile)

/** Debian's package and program: the same browser without a window, which takes two thirds of the CPU. */
const headlessShell = 'chromium-headless-shell'

/**
 * Path of a Chromium to test with: $CHROME_PATH, one of the system, one that apt can install as root (with a Chinese
 * font), else the one that comes with npm, which runs anywhere on Linux but has no Chinese font: texts are there,
 * pictures show boxes. Playwright's own download is not tried, since it fails where only registries are reached.
 */
export async function findBrowser() {
  const given = process.env.CHROME_PATH
  if (given) {
    if (await runs(given)) return given
    throw new Error(`CHROME_PATH 指定的浏览器 ${given} 无法运行`)
  }
  const found = (await systemBrowser()) ?? (await browserFromApt()) ?? (await browserFromNpm())
  if (!found) throw new Error('没有找到浏览器。请安装 Chrome 或 Chromium，或用 CHROME_PATH 指定。')
  return found
}

async function systemBrowser() {
  for (const candidate of candidates()) if (existsSync(candidate) && (await runs(candidate))) return candidate
  return undefined
}

function candidates() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
    )
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']
    return programs.flatMap((program) => folders.flatMap((folder) => (folder ? [join(folder, program)] : [])))
  }
  const names = [headlessShell, 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/**
 * Some systems have a file of that name that only says how to install the browser.
 * @param {string} path
 */
async function runs(path) {
  if (process.platform === 'win32') return existsSync(path) // there, asking for the version opens a window
  return exec(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).then(
    ({ stdout }) => /\d+\.\d+/.test(stdout),
    () => false,
  )
}

async function browserFromApt() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.info('没有浏览器，正在用 apt 安装 Chromium 和中文字体…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = async (/** @type {string[]} */ ...args) =>
    (await ended(spawn('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }))) === 0
  const install = (/** @type {string} */ browser) =>
    apt('install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk')
  if (!(await apt('update'))) return undefined
  return (await install(headlessShell)) || (await install('chromium')) ? systemBrowser() : undefined
}

async function browserFromNpm() {
  if (process.platform !== 'linux') return undefined
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  return (await runs(path)) ? path : undefined
}
