import '../src/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Catalogue } from './Catalogue.tsx';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Catalogue />
    </StrictMode>,
  );
}
