export { bind, SafeApp as App } from './index.tsx';
