import './ui/tokens.css'
import './ui/base.css'
import './ui/large-text.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './kernel/call/calls.ts'
import { followTextSize } from './kernel/device/text-size.ts'
import { PageBoundary } from './kernel/page/errors.tsx'
import { startRouter } from './kernel/page/router.ts'
import { startSession } from './kernel/user.ts'
import { screens } from './screens.ts'
import { Failure } from './shell/blocks.tsx'
import { Shell } from './shell/shell.tsx'
import { startShell } from './shell/start.ts'

startRouter(screens, async () => (await import('./screen-modules.ts')).screenModules)
startShell()
startSession()

followTextSize()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <PageBoundary Failure={Failure}>
        <Shell />
      </PageBoundary>
    </QueryClientProvider>
  </StrictMode>,
)
