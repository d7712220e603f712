export { assetSheet } from './assets.ts'
