import { contract } from '@cheyi/contract/index'
import { payWay } from '@cheyi/domain/payment/codes'
import type { PayAccount } from '../../src/kernel/pay-port.ts'
import { runForMerchants } from '../../src/kernel/process/jobs.ts'
import { alipayClient } from '../../src/outside/pay/alipay/client.ts'
import { reconcileJobs } from '../../src/reconcile/jobs.ts'
import { localApp, send } from '../local-app.ts'
import { work } from '../worker.ts'

/* The product in a process of its own that fetches and compares a bill, as its job does; the provider is elsewhere. */

let app: Awaited<ReturnType<typeof localApp>>

const tasks = {
  /** @returns the contract with a provider that answers at `gateway` */
  async open(ask: { gateUrl: string; dataDir: string; gateway: string; token: string; account: PayAccount }) {
    app = await localApp(ask.gateUrl, ask.dataDir, { DEMO: 'on' })
    Object.assign(app.kernel.outside.pay, {
      provider: (account: PayAccount) =>
        alipayClient(account, { gateway: () => ask.gateway, page: '', now: app.kernel.clock.now }),
    })
    const { provider: _, ...keys } = ask.account
    const input = { ...keys, payWay: payWay.alipay, enabled: true } as const
    return (await send(app, contract.payment.saveChannel, ask.token, input)).id
  },

  /** @returns seconds by the clock and of this process, MB that it held at most and before */
  async run() {
    globalThis.gc?.()
    const [job] = reconcileJobs.merchants!
    const idle = process.memoryUsage.rss()
    let peak = idle
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 10)
    const [began, cpu] = [performance.now(), process.cpuUsage()]
    await runForMerchants(app.kernel, job!.name, job!.work)
    const { user, system } = process.cpuUsage(cpu)
    const wall = (performance.now() - began) / 1000
    clearInterval(watch)
    return { wall, own: (user + system) / 1e6, peak: Math.max(peak, process.memoryUsage.rss()) / 1e6, idle: idle / 1e6 }
  },

  async close(_: null) {
    await app.close()
  },
}
export type Reconciling = typeof tasks

work(tasks)
