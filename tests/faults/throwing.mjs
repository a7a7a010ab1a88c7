// Preloaded into a box: told by SIGUSR2, it throws where nobody catches, and rejects what nobody awaits.
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('thrown on purpose');
  });
  Promise.reject(new Error('rejected on purpose'));
});
