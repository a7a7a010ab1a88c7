export { bind, SearchApp as App } from './index.tsx';
